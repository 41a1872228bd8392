/** Requests to stop in other languages with the Latin alphabet. See `OptOutLanguage.ts`. */
import type { Phrases } from "./OptOutLanguage.ts"

export const easternPhrases: ReadonlyArray<Phrases> = [
  {
    language: "pl",
    requests: [
      "wypisz|wypisz mnie|wypiszcie mnie|wypisac|wypisac mnie|wypisanie|prosze mnie wypisac|anuluj subskrypcje|anulowanie subskrypcji|wyrejestruj|wyrejestruj mnie|chce sie wypisac|chcialbym sie wypisac|chcialabym sie wypisac|wypisuje sie / |z|ze / |waszej|tej|panstwa / |listy|mailingowej|listy mailingowej|bazy|subskrypcji|newslettera",
      "rezygnuje|rezygnacja / z / subskrypcji|newslettera|mailingu|listy mailingowej",
      "usun|usuncie|usunac|wykresl|wykreslic|skasujcie|prosze usunac|prosze o usuniecie / |mnie|nas|moj adres|moj email|mojego adresu|moj mail|mojego emaila / |z|ze / |waszej|tej|panstwa / |listy|bazy|listy mailingowej|bazy danych|listy adresowej|bazy mailingowej",
      "nie / chce|zycze sobie|chcemy / |juz|wiecej / |otrzymywac|dostawac / |juz|wiecej / maili|wiadomosci|emaili|mailingu|reklam / |wiecej|od was",
      "nie / piszcie|piszcie do mnie|pisz do mnie|kontaktujcie sie ze mna|kontaktujcie sie / |wiecej|juz",
      "|prosze / |o / nie / wysylajcie|wysylaj|wysylac|przysylac|przysylajcie|wysylanie / |mi|do mnie / |wiecej|juz|zadnych / maili|wiadomosci|emaili|mailingu|reklam / |wiecej",
      "nie / wysylajcie|wysylaj / mi|do mnie / |nic / wiecej",
      "przestancie|przestan|prosze przestac / |do mnie|mi / |pisac|wysylac|spamowac / |maile|wiadomosci|do mnie"
    ],
    courtesies: "proszę|prosze o|dziękuję|z góry dziękuję|dzięki|uprzejmie proszę|uprzejmie proszę o",
    companions:
      "nie jestem zainteresowany|nie jestem zainteresowana|nie dziękuję|dziękuję|brak zainteresowania|nie jesteśmy zainteresowani|z góry dziękuję",
    greetings: "dzień dobry|witam|cześć|szanowni|szanowny|szanowna|hej",
    closings: "pozdrawiam|z poważaniem|pozdrowienia|dziękuję|serdecznie pozdrawiam|pozdr"
  },
  {
    language: "cs",
    requests: [
      "odhlasit|odhlasit se|odhlaste mne|odhlaste me|odhlas me|odhlaseni|odhlasit odber|odhlasuji se|chci se odhlasit|zrusit odber / |z|ze / |vaseho|tohoto / |odberu|newsletteru|seznamu|databaze|mailing listu",
      "vyradte|odstrante|vymazte|smazte|vyskrtnete|odeberte / |me|mne|mou adresu|muj email|moji adresu|muj mail / |z|ze / |vaseho|vasi|tohoto|vasich / |seznamu|databaze|mailing listu|adresare|evidence",
      "nepiste|nekontaktujte / |mi|me|nam|mne / |uz|jiz",
      "neposilejte|nezasilejte|neposilat|prestante posilat / |mi|me|nam|mne / |uz|dalsi|jiz|zadne / emaily|maily|zpravy|nabidky|reklamu / |uz",
      "neposilejte|nezasilejte / mi|nam / uz|jiz|nic|uz nic|nic dalsiho",
      "nechci|neprejeme si|nepreji si / |uz|jiz|dalsi / |dostavat / |zadne|dalsi|vase|uz / emaily|maily|zpravy|nabidky"
    ],
    courtesies: "prosím|děkuji|děkuju|díky|prosím o|předem děkuji",
    companions: "nemám zájem|nemáme zájem|ne děkuji|děkuji|díky|nezájem|předem děkuji",
    greetings: "dobrý den|ahoj|vážený|vážená|zdravím",
    closings: "s pozdravem|děkuji|zdraví|hezký den|s přátelským pozdravem"
  },
  {
    language: "sk",
    requests: [
      "odhlasit|odhlasit sa|odhlaste ma|odhlas ma|odhlasenie|zrusit odber|chcem sa odhlasit / |z|zo / |vasho|tohto / |odberu|newslettra|zoznamu|databazy",
      "vyradte|odstrante|vymazte|zmazte / |ma|moju adresu|moj email|moj mail / |z|zo / |vasho|vasej|tohto / |zoznamu|databazy|evidencie|mailing listu",
      "nepiste|nekontaktujte / |mi|ma|nam / |uz",
      "neposielajte|nezasielajte|neposielat|prestante posielat / |mi|ma|nam / |uz|dalsie|ziadne / emaily|maily|spravy|ponuky|reklamu / |uz",
      "neposielajte|nezasielajte / mi|nam / uz|nic|uz nic",
      "nechcem|neprajem si / |uz|dalsie / |dostavat / |ziadne|dalsie|vase|uz / emaily|maily|spravy|ponuky"
    ],
    courtesies: "prosím|ďakujem|vďaka|prosím o|vopred ďakujem",
    companions: "nemám záujem|nemáme záujem|nie ďakujem|ďakujem|vopred ďakujem",
    greetings: "dobrý deň|ahoj|vážený|vážená|zdravím",
    closings: "s pozdravom|ďakujem|pekný deň"
  },
  {
    language: "hu",
    requests: [
      "leiratkozas|leiratkozom|leiratkozni|leiratkoznek|szeretnek leiratkozni|le szeretnek iratkozni|leiratkozni szeretnek|kerem a leiratkozasomat|iratkoztassanak le|leiratkoztatas / |a / |hirlevelrol|listarol|levelezolistarol",
      "toroljenek|toroljon|torolje|toroljek|vegyenek le|vegyen le / |engem|a cimemet|az email cimemet|az emailcimemet / |a / |listarol|listajukrol|adatbazisbol|levelezolistarol|adatbazisukbol|cimlistarol",
      "ne / irjanak|irjon|keressenek|keressen|zaklassanak / |nekem|engem / |tobb|tobbet|tobbe / |emailt|levelet|uzenetet",
      "ne / kuldjenek|kuldjon / |nekem / |tobb|tobbet|tobbe / emailt|levelet|uzenetet|hirlevelet / |tobbet|tobbe",
      "ne / kuldjenek|kuldjon / |nekem / tobbet",
      "nem / kerek|szeretnek|akarok / |tobb|ilyen / |kapni / emailt|levelet|uzenetet|hirlevelet / |kapni|tobbet"
    ],
    courtesies: "kérem|kérném|köszönöm|köszönettel|köszi|legyen szíves|szíveskedjenek",
    companions: "nem érdekel|nem érdekel köszönöm|köszönöm nem|köszönöm|nem vagyok érdekelt",
    greetings: "tisztelt|kedves|jó napot|szia|üdvözlöm|jó napot kívánok",
    closings: "üdvözlettel|tisztelettel|köszönettel|üdv|köszönöm|szép napot"
  },
  {
    language: "ro",
    requests: [
      "dezabonare|dezabonati ma|dezaboneaza ma|doresc dezabonarea|vreau sa ma dezabonez|doresc sa ma dezabonez|dezabonati|dezabonez / |de la|din|de pe / |newsletter|lista|lista dumneavoastra|lista voastra",
      "stergeti|scoateti|eliminati|sterge|scoate / |ma|adresa mea|emailul meu|adresa mea de email / |din|de pe / |lista|listele|baza de date|lista dumneavoastra|lista voastra|baza dumneavoastra de date|baza voastra de date",
      "nu / ma mai|ne mai|mi mai|imi mai|mai / contactati|scrieti|trimiteti / |emailuri|mesaje|mailuri",
      "nu / |mai / doresc|vreau / sa / |mai / primesc / |aceste|alte / emailuri|mesaje|mailuri / |de la voi"
    ],
    courtesies: "vă rog|va rog sa ma|va rog sa|te rog|mulțumesc|rog",
    companions: "nu sunt interesat|nu sunt interesată|nu mă interesează|nu mulțumesc|mulțumesc",
    greetings: "bună|bună ziua|salut|stimate|stimată|buna dimineata",
    closings: "cu stimă|cu respect|mulțumesc|o zi bună|toate cele bune"
  },
  {
    language: "hr",
    requests: [
      "odjava|odjavi me|odjavite me|odjavljujem se|zelim se odjaviti|zelim odjavu|odjaviti|otkazi pretplatu / |s|sa|iz / |vase|ove|liste / |liste|mailing liste|newslettera",
      "uklonite|ukloni|maknite|obrisite|izbrisite|izbacite / me|moju adresu|moj email|moj mail / |s|sa|iz / |vase|ove|svoje / |liste|mailing liste|baze|baze podataka|popisa",
      "ne / kontaktirajte|pisite / |mi|me / |vise",
      "ne / saljite / |mi / |vise|nikakve / mailove|emailove|poruke / |vise",
      "ne / saljite / mi / vise",
      "ne / zelim / |vise / primati / |vise|ove|vase / mailove|emailove|poruke",
      "prestanite / |mi / slati|pisati / |mi / |mailove|poruke|emailove"
    ],
    courtesies: "molim|molim vas|hvala|hvala unaprijed|lijepo molim",
    companions: "nisam zainteresiran|nisam zainteresirana|ne hvala|hvala|ne zanima me|nismo zainteresirani",
    greetings: "poštovani|pozdrav|dobar dan|bok|zdravo",
    closings: "lijep pozdrav|lp|pozdrav|srdačan pozdrav|s poštovanjem|hvala|srdacno"
  },
  {
    language: "sl",
    requests: [
      "odjava|odjavite me|odjavi me|zelim se odjaviti|odjavljam se / |od|z|s|iz / |novic|seznama|vasega seznama|vase liste",
      "odstranite|izbrisite|umaknite / me|moj naslov|moj email / |s|z|iz / |vasega|vase / |seznama|liste|baze",
      "ne / pisite|kontaktirajte / |mi|me / |vec",
      "ne / posiljajte / |mi / |vec / sporocil|mailov|eposte / |vec",
      "ne zelim / |vec / prejemati / |vec / sporocil|mailov|eposte"
    ],
    courtesies: "prosim|hvala|lepo prosim",
    companions: "ne hvala|me ne zanima|hvala|ne zanima me",
    greetings: "pozdravljeni|spoštovani|živjo|dober dan",
    closings: "lep pozdrav|lp|s spoštovanjem|hvala"
  },
  {
    language: "tr",
    requests: [
      "abonelikten cik|abonelikten cikar|abonelikten cikmak istiyorum|aboneligimi iptal et|aboneligimi iptal edin|aboneligi iptal et|uyeligimi iptal edin|listeden cik|listeden cikar|listeden cikarin|listeden cikmak istiyorum|abonelikten cikarin|abonelik iptali|aboneligimin iptalini istiyorum|abonelikten cikma",
      "beni|bizi|adresimi|e posta adresimi|mail adresimi / |bu|mail / |listenizden|listeden|listelerinizden|veritabaninizdan|abonelikten|mail listenizden|e posta listenizden / cikarin|cikar|cikartin|silin|sil|cikariniz|siliniz|cikartiniz",
      "|artik|bir daha / bana|bize / |bir daha|artik|baska / |e posta|mail|mesaj / gondermeyin|gondermeyiniz|yazmayin|yazmayiniz|atmayin|gonderme|yazma|atma",
      "mail|e posta|mesaj / gondermeyin|gondermeyiniz|atmayin|almak istemiyorum|istemiyorum / |artik"
    ],
    courtesies: "lütfen|teşekkürler|teşekkür ederim|rica ederim|sağolun",
    companions: "ilgilenmiyorum|ilgilenmiyoruz|hayır teşekkürler|teşekkürler|teşekkür ederim",
    greetings: "merhaba|merhabalar|selam|sayın|iyi günler|günaydın",
    closings: "saygılarımla|saygılar|iyi çalışmalar|iyi günler|teşekkürler|selamlar"
  },
  {
    language: "vi",
    requests: [
      "huy dang ky|huỷ đăng ký|hủy đăng ký|hủy theo dõi|bỏ đăng ký|ngừng đăng ký|từ chối nhận tin|từ chối nhận email|tôi muốn hủy đăng ký|cho tôi hủy đăng ký|ngừng nhận email|ngừng nhận thư|tôi không muốn nhận email nữa|ngừng gửi email|ngừng gửi thư / |cho tôi|nhận tin|nhận email|danh sách / |nữa",
      "xóa|xoá|loại|gỡ / |tên|email|địa chỉ|địa chỉ email / tôi|của tôi|chúng tôi / |khỏi|ra khỏi / |danh sách|danh sách của bạn|danh sách gửi thư|danh sách email / |này",
      "đừng|xin đừng / gửi|viết / email|thư|tin nhắn / |cho tôi / |nữa",
      "đừng|xin đừng|không / liên hệ|liên lạc / |với / tôi|chúng tôi / |nữa",
      "đừng|xin đừng|không / gửi|viết / |email|thư / cho tôi / |nữa"
    ],
    courtesies: "xin|vui lòng|làm ơn|cảm ơn|xin cảm ơn|hãy",
    companions: "không quan tâm|tôi không quan tâm|không cảm ơn|cảm ơn|tôi không có nhu cầu",
    greetings: "xin chào|chào|kính gửi|thân gửi",
    closings: "trân trọng|cảm ơn|thân mến|thân ái"
  },
  {
    language: "id",
    requests: [
      "berhenti berlangganan|batalkan langganan|batal langganan|berhenti langganan|saya ingin berhenti berlangganan|saya mau berhenti berlangganan|batalkan langganan saya|stop langganan / |dari / |email|newsletter|daftar / |ini",
      "hapus|keluarkan / saya|email saya|alamat saya|alamat email saya|nama saya / |dari / |daftar|milis|mailing list|database / |ini|anda|email anda|email",
      "jangan / |lagi / kirim|kirimi|mengirim|email / |saya / |email|pesan / |ke saya|kepada saya / lagi",
      "jangan / |lagi / hubungi|email|kirimi / saya / |email|pesan / |lagi",
      "jangan / |lagi / kirim|mengirim / email|pesan / |ke saya|kepada saya / |lagi",
      "berhenti|stop|hentikan / |mengirim|mengirimi|kirim|hubungi|menghubungi|pengiriman / |saya|email|pesan / |email|ke saya|kepada saya"
    ],
    courtesies: "tolong|mohon|silakan|terima kasih|makasih",
    companions: "tidak tertarik|saya tidak tertarik|tidak terima kasih|terima kasih",
    greetings: "halo|hai|selamat pagi|selamat siang|selamat sore|yth",
    closings: "salam|terima kasih|hormat saya|regards"
  },
  {
    language: "et",
    requests: [
      "loobu|loobun|loobumine|soovin loobuda|soovin lahkuda / uudiskirjast|listist|tellimusest",
      "tuhista tellimus|lopeta tellimus|tuhistage tellimus",
      "eemaldage|kustutage|eemalda|kustuta / mind|mu aadress|minu aadress|minu email / |oma|teie / |listist|nimekirjast|andmebaasist|postitusnimekirjast",
      "arge|ara / kirjutage|kirjuta / |mulle / |enam|rohkem",
      "arge|ara / saatke|saada / |mulle / |enam|rohkem / kirju|meile|emaile / |enam",
      "arge|ara / saatke|saada / mulle / enam|rohkem"
    ],
    courtesies: "palun|aitäh|tänan",
    companions: "ei ole huvitatud|pole huvitatud|ei aitäh|aitäh|tänan",
    greetings: "tere|lugupeetud|hei",
    closings: "lugupidamisega|parimate soovidega|tervitades|aitäh"
  },
  {
    language: "lv",
    requests: [
      "atrakstities|atteikties|atrakstiet mani|velos atrakstities|velos atteikties|atteikties no jaunumiem / |no / |saraksta|jaunumiem|abonementa",
      "iznemiet|dzesiet|izdzesiet / mani|manu adresi|manu epastu / |no / |saraksta|datubazes|jusu saraksta",
      "nerakstiet / |man / |vairak|vairs",
      "nesutiet / |man / |vairak|vairs / epastus|vestules|zinas / |vairak"
    ],
    courtesies: "lūdzu|paldies",
    companions: "neesmu ieinteresēts|mani neinteresē|nē paldies|paldies",
    greetings: "labdien|sveiki|cienījamie",
    closings: "ar cieņu|paldies"
  },
  {
    language: "lt",
    requests: [
      "atsisakyti|atsisakau|noriu atsisakyti / |jusu / prenumeratos|naujienlaiskio",
      "pasalinkite|isbraukite|istrinkite / mane|mano adresa|mano el pasta / |is / |saraso|jusu saraso|duomenu bazes|saraso jusu",
      "nerasykite|neberasykite|neberasyk / |man / |daugiau",
      "nesiuskite|nebesiuskite / |man / |daugiau / laisku|zinuciu / |daugiau",
      "nebesiuskite / |man"
    ],
    courtesies: "prašau|prašome|ačiū|dėkoju",
    companions: "nedomina|manęs nedomina|ne ačiū|ačiū|dėkoju",
    greetings: "laba diena|labas|sveiki|gerbiamieji",
    closings: "pagarbiai|su pagarba|ačiū|dėkoju"
  }
]
