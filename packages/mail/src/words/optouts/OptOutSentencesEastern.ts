/** Requests to stop in whole sentences, in other languages with the Latin alphabet. See `OptOutLanguage.ts`. */
import type { Sentences } from "./OptOutLanguage.ts"

export const easternSentences: ReadonlyArray<Sentences> = [
  {
    language: "fi",
    classes: {
      me: "minut|meidat|minua|meita|osoitteeni|osoitteemme|sahkopostiosoitteeni|sahkopostini|tietoni|tietomme|yhteystietoni|yhteystietomme|nimeni|yrityksemme|minulle|meille|taman osoitteen",
      data: "tietoni|tietomme|kaikki tietoni|henkilotietoni|yhteystietoni|sahkopostiosoitteeni|osoitteeni|kaikki henkilotietoni",
      the: "tältä|teidän|tältä teidän|kaikilta|taalta|kaikista|teidan kaikilta|teidan kaikista",
      list: "listalta|listaltanne|listoilta|listoiltanne|postituslistalta|postituslistaltanne|postituslistoiltanne|postituslistoilta|rekisterista|rekisteristanne|rekistereistanne|sahkopostilistalta|sahkopostilistaltanne|tietokannasta|tietokannastanne|jakelulistalta|jakelulistaltanne|markkinointilistalta|markkinointilistaltanne|jakelusta|jakelustanne|jarjestelmastanne|uutiskirjeelta|uutiskirjeenne listalta",
      mails:
        "viesteja|viestejanne|sahkoposteja|sahkopostia|sahkopostejanne|posteja|maileja|mainoksia|mainontaa|roskapostia|yhteydenottoja|uutiskirjeita|tarjouksia|mitaan|postia|viestianne|markkinointia|markkinointiviesteja|roskaa"
    },
    requests: [
      "poista|poistakaa|poistamaan|poistaa|poistetaan|poistatte|poistaisitte|ottakaa / <me> / <the>? / <list> / pois?",
      "poistakaa|poista|poistamaan|poistaa|tuhoamaan|poistatte|poistaisitte / <data> / <list>?",
      "en|emme / halua|toivo|halua enaa|haluaisi|tahdo / enaa? / vastaanottaa|saada|saa|kuulla? / enaa? / teilta|teidan? / enaa? / enempaa|lisaa|naita|muita|enaa? / <mails>|teista / enaa|teilta|teilta enaa?",
      "alkaa|ala|olkaa hyva ja alkaa / enaa? / ottako|ota|lahettako|laheta|kirjoittako|hairitko|lahestyko / enaa? / yhteytta|<me>|minuun|meihin? / enaa? / enempaa|lisaa|naita? / <mails>|yhteytta? / minuun|meihin|minulle|meille|enaa?",
      "olla|olemaan|olkaa|olette|olisitte / ottamatta|lahettamatta|hairitsematta / enaa? / <me>? / yhteytta|<mails>|minuun yhteytta|meihin yhteytta? / minuun|meihin|minulle|meille?",
      "lopettakaa|lopeta|lopettamaan|lopettaa|lopetatte / <me>|naiden|viestien|sahkopostien|minun|taman|kaikki? / <mails>|viestien|sahkopostien|roskapostin? / lahettaminen|lahetys|spammaaminen|lahettaminen minulle|lahettamisen|pommittaminen|hairitseminen|markkinointi|lahettaminen meille",
      "ettette|ettet|ettei|etta ette / enaa? / laheta|lahettaisi|ota|ottaisi|kirjoita|kirjoittaisi|lahettaisi enaa / enaa? / <me>|yhteytta|meihin|minuun? / enempaa|lisaa? / <mails>|yhteytta? / <me>?",
      "lopettakaa|lopeta|riittaa / tama|nama|taman|nuo|kaikki? / roskaposti|roskapostit|viestit|mainokset|mainonta|spammi|spammaus|sahkopostit|roskapostittelu",
      "jattakaa|jata / minut|meidat / rauhaan",
      "vastustan|kiellan|vastustamme|kiellamme|peruutan|perun / kaiken|kaikki|etta? / henkilotietojeni|tietojeni|tietojemme|minun tietojeni|suostumukseni|suoramarkkinoinnin / kasittelyn|kasittelya|kayton|kayttoa|kasittelemisen?"
    ],
    fillers: [
      "tietosuoja asetuksen|yleisen tietosuoja asetuksen|tietosuojalain|eu n",
      "kiitos|ystavallisesti|olkaa hyva|olkaa hyva ja|olkaa ystavallinen ja|pyydan|pyydamme|pyytaisin|haluan|haluaisin|haluamme|vaadin|toivon|toivoisin|teita|etta|heti|valittomasti|mahdollisimman pian|jatkossa|tulevaisuudessa|enaa|enaa ikina|ikina|koskaan|myos|ja|siis|siksi|joten|lopullisesti|pysyvasti|ei kiitos|nyt|teilta|teidan|yritykseltanne|tahan osoitteeseen|sahkopostitse|suoramarkkinointiin|suoramarkkinointia varten|markkinointitarkoituksiin|ystavallisimmin|viimeisen kerran|viimeinen varoitus|tyhmia|mukaisesti|mukaan|nojalla|perusteella|artiklan|kohteliaasti|lisaa|viela|saisinko|ole hyva ja|olen jo pyytanyt|olkaa hyvat ja"
    ],
    questions: "voitteko|voisitteko|voitko|voisitko|voisiko|onko mahdollista|saanko pyytaa|voisitteko ystavallisesti",
    joins: "ja|koska|silla|joten|siksi|tai|muuten|jos|ellei|kunnes|kun|elleivat",
    conditions: "jos|ellei|elleivat|kunnes|kun|mikali|ellette",
    contrasts: "mutta|kuitenkin|paitsi|vain|vaikka|sen sijaan",
    goesOn:
      "soit*|puhel*|palaveri|tapaaminen|hinta|hintaa|hinnat|tarjous|tarjouksen|tarjouksesta|demo|sopimus|lasku|tilaus|lahettakaa|kertokaa|lisatkaa|kiinnostunut|kiinnostuneita|kiinnostaa|maanantai*|tiistai*|keskiviikko*|torstai*|perjantai*|lauantai*|sunnuntai*|huomenna|ensi viikolla|ensi kuussa|ensi vuonna|kevaalla|kesalla|syksylla|talvella|sopii|liitteena|myohemmin|uusi osoite|kayttakaa|tarvitsemme|tarvitsen|kysymys|kysymyksia|kylla",
    reasons:
      "ei|en|emme|eivat|eika|mitaan|koskaan|jo|tarpeeksi|riittaa|spam*|roskapost*|kiitos|kiitan|valitettav*|pahoittel*|vahvist*|ymmarr*|poist*|laki*|elakk*|toimittaja*|tyytyvai*|onnea|mainos*",
    threats:
      "valitu*|ilmoita*|ilmianna*|asianajaja*|lakimie*|lain|laki|laiton*|tietosuoja*|viranomai*|spam*|roskapost*|estan|estamme|idioot*|poliisi*|viela yksi|otamme yhteytta|otan yhteytta|gdpr|kuluttaja-asia*",
    origins: "mista saitte|mista olette saaneet|mista sait|miten saitte|miksi saan|kuinka monta kertaa|ymmarratteko"
  },
  {
    language: "hu",
    classes: {
      me: "engem|minket|bennunket|a cimemet|az email cimemet|az emailcimemet|a cimunket|az adataimat|adataimat|az adatainkat|emailcimemet|email cimemet|cimemet|cegunket|a nevemet|nekem|nekunk|email cimunket|elerhetosegeimet|az elerhetosegeimet|velem|velunk",
      data: "az adataimat|adataimat|az osszes adatomat|minden adatomat|a szemelyes adataimat|szemelyes adataimat|adataim|szemelyes adataim|az adatainkat|az email cimemet|emailcimemet|az emailcimemet|a cimemet|minden ram vonatkozo adatot|adataim torleset|osszes adatomat|valamennyi adatomat",
      list: "listarol|listajukrol|listajarol|adatbazisbol|levelezolistarol|levelezolistajukrol|adatbazisukbol|cimlistarol|cimlistajukrol|hirlevelrol|hirlevel listarol|rendszerukbol|nyilvantartasukbol|listaikrol|levelezesi listajukrol|levelezesi listarol|hirlevellistarol|hirlevellistajukrol|cimjegyzekukbol|mailing listrol|emaillistajukrol|kuldesi listajukrol|partnerlistajukrol|listatokrol|adatbazisotokbol|cimlistabol|cimlistajukbol",
      mails:
        "emailt|emailjeit|emaileket|levelet|leveleket|uzenetet|uzeneteket|hirlevelet|reklamot|reklamokat|ajanlatot|ajanlatokat|spamet|megkeresest|semmit|levelukat|reklamlevelet|reklamleveleket|megkereseseket|e mailt|mailt|leveleiket"
    },
    requests: [
      "toroljenek|toroljon|torolje|toroljek|vegyenek|vegyen|torolni|toroljetek|vegyetek|tavolitsanak|tavolitsak|leiratkoztatni|vegyek|vegye / ki|le|el|ki engem? / <me>? / a|az|a levelezesi|minden? / <list> / le|ki?",
      "<me> / torolni|toroljek|toroljetek|torolje|vegyek le|vegye le|tavolitsak el|kivenni|levenni / a|az? / <list>",
      "<me> / a|az? / <list> / torolni|toroljek|toroljetek|torolje|vegyek le|tavolitsak el|levenni|torolje",
      "toroljek|torolje|toroljetek|torolni|semmisitsek meg|kerem torolni / <data> / <list>?",
      "<data> / torolni|torleset|toroljek|torolje|azonnali torleset|haladektalanul torolni",
      "ne / irjanak|irjon|keressenek|keressen|zaklassanak|zaklasson|irjatok|keressetek|zavarjanak|irogassanak|kuldozgessenek|keressek|zaklassatok / nekem|engem|nekunk|minket? / tobb|tobbet|tobbe|tobbszor|ujra? / <mails>|nekem|engem|minket?",
      "ne / kuldjenek|kuldjon|kuldjetek|kuldozgessenek|kuldjek / nekem|nekunk|szamomra|a cimemre? / tobb|tobbet|tobbe|ilyen|tovabbi? / <mails>|tobbet / tobbet|tobbe|nekem|nekunk?",
      "nem / kerek|szeretnek|akarok|kivanok|szeretnenk|kerunk|akarunk|kivanunk|szandekozom / a jovoben|tobbe|tobbet|onoktol|maguktol|toletek? / tobb|ilyen|tovabbi|az|tobbet|onoktol|semmilyen|a|semmi? / kapni|<mails>|levelet kapni / kapni|fogadni|megkapni|kapni onoktol? / onoktol|toletek|maguktol|tobbet|tobbe?",
      "hagyjak|hagyja|hagyjatok|fejezzek|fejezze / abba|mar abba|be? / a|az|ezt a? / zaklatast|kuldozgetest|spamelest|spammelest|levelek kuldeset|emailek kuldeset|uzenetek kuldeset|megkereseseket|zaklatasomat|levelezest",
      "hagyjanak|hagyjon|hagyjatok / engem|minket|mar? / beken",
      "tiltakozom|tiltakozunk|visszavonom|megtiltom / az|a? / adataim|szemelyes adataim|adataink|hozzajarulasomat|adataim minden|adatkezeles / kezelese|felhasznalasa|kezeleset|felhasznalasat|tovabbi kezelese|marketing celu kezelese|marketingcelu kezelese|ellen? / ellen?"
    ],
    fillers: [
      "altalanos adatvedelmi rendelet|adatvedelmi rendelet|rendelet|a|az",
      "ezekkel a levelekkel|ezekkel az emailekkel|a leveleikkel|az emailjeikkel|a spammel|ezzel|kerem|kernem|koszonom|koszonettel|koszi|legyen szives|sziveskedjenek|kerem szepen|kerjuk|elore is koszonom|azonnal|haladektalanul|surgosen|minel hamarabb|mihamarabb|a jovoben|jovoben|a tovabbiakban|tovabbiakban|mostantol|soha|soha tobbe|soha tobbet|tobbe|tobbet|tobbszor|is|es|ezert|igy|tehat|vegleg|egyszer s mindenkorra|orokre|egyszeruen|csak|nem koszonom|onoktol|onok|maguktol|toletek|a ceguktol|erre a cimre|az email cimemre|emailben|ezuton|hivatalosan|hogy|arra|hulye|idegesito|keretlen|marketing celbol|marketing celokra|direkt marketing celjabol|marketingcelokra|utoljara|utolso figyelmeztetes|szeretnem|szeretnenk|kivanom|akarom|kovetelem|felszolitom onoket|felszolitom|megkerem onoket|kerem onoket|szeretnem kerni|arra kerem|arra kerem onoket|legyenek szivesek|szives|alapjan|szerint|ertelmeben|cikke|cikk|mar kertem|mar tobbszor kertem|ismetelten|halas lennek ha|halas lennek"
    ],
    questions:
      "tudnak|tudna|tudnanak|megkerhetem|megkerhetem onoket|lennenek szivesek|lenne szives|kerhetem|kerhetnem|lehetseges|torolnenek",
    joins: "es|mert|mivel|ezert|igy|vagy|kulonben|hiszen|ha|amig|amikor|maskulonben|s|tehat",
    conditions: "ha|amig|amikor|amennyiben|hacsak|felteve|kiveve ha|mielott",
    contrasts: "de|azonban|kiveve|csak|bar|viszont|helyette|ellenben",
    goesOn:
      "hivj*|telefon*|megbeszeles|talalkozo|ar|arak|arat|aruk|ajanlat|ajanlatbol|demo|szerzodes|szerzodest|szamla|szamlat|rendeles|kuldjek|mondjak|adjak|helyette|erdekel|erdekelne|beszelni|hetfo|hetfon|kedd|kedden|szerda|szerdan|csutortok|csutortokon|pentek|penteken|szombat|vasarnap|holnap|jovo heten|jovo honapban|jovore|tavasszal|nyaron|osszel|telen|egyetertek|mellekelve|kesobb|uj cim|hasznaljak|szuksegunk van|szuksegem van|kerdes|kerdesem|igen|szivesen",
    reasons:
      "nem|nincs|nincsen|semmi*|soha|mar|eleg|nelkul|spam*|koszon*|elnezest|sajnos|sajnalom|visszaigazol*|megertes*|torol*|torv*|nyugdij*|beszallito*|elegedett*|sok sikert|reklam*|sem",
    threats:
      "panasz*|feljelent*|jelent*|ugyved*|jogi*|jogellenes*|torvenytelen|naih|hatosag*|spam*|letilt*|idiota*|hulye*|rendorseg*|birosag*|birsag*|meg egy|ujabb email|ujabb level|jelentkezunk|felvesszuk|megkeressuk|gdpr",
    origins: "honnan van|honnan szerez|honnan vet|hogyan szerez|hogy jutott|ki adta|miert kapok|hanyszor|ertik"
  },
  {
    language: "tr",
    classes: {
      me: "beni|bizi|adresimi|e posta adresimi|mail adresimi|eposta adresimi|ismimi|adimi|bilgilerimi|sirketimizi|iletisim bilgilerimi|bu adresi|adresimizi|bana|bize|benimle|bizimle|email adresimi|mailimi",
      data: "bilgilerimi|verilerimi|kisisel verilerimi|tum verilerimi|tum bilgilerimi|iletisim bilgilerimi|e posta adresimi|adresimi|mail adresimi|kisisel bilgilerimi|tum kisisel verilerimi",
      list: "listenizden|listeden|listelerinizden|veritabaninizdan|veri tabaninizdan|abonelikten|mail listenizden|e posta listenizden|mail listesinden|gonderim listenizden|e posta listelerinizden|mail listelerinizden|sisteminizden|sistemlerinizden|rehberinizden|bulteninizden|gonderim listelerinizden|dagitim listenizden|kayitlarinizdan|posta listenizden|eposta listenizden|mailing listenizden|pazarlama listenizden|veritabanindan|bultenden",
      mails:
        "e posta|mail|mesaj|e postalar|mailler|eposta|email|mesajlar|reklam|e postalarinizi|maillerinizi|bulten|spam|e posta veya mesaj|reklamlar|teklif|ileti|iletiler|ticari ileti|mesajlarinizi|mailleri|e postalari|e postalarini|maillerini|tanitim|sey",
      stop: "gondermeyin|gondermeyiniz|yazmayin|yazmayiniz|atmayin|gonderme|yazma|atma|gondermemenizi|atmamanizi|yazmamanizi|almak istemiyorum|almak istemiyoruz|istemiyorum|istemiyoruz|gondermeyi birakin|gondermeyi kesin|atmayi birakin|gondermekten vazgecin|gonderilmesini istemiyorum|gonderilmemesini|gonderilmesin|yollamayin|gondermenizi istemiyorum|gondermenizi istemiyoruz|atmanizi istemiyorum|gondermeyi durdurun|yazmayi birakin"
    },
    requests: [
      "<me> / mail|e posta|bu|tum|butun? / <list> / cikarin|cikar|cikartin|silin|sil|cikariniz|siliniz|cikartiniz|cikarmanizi|cikartmanizi|silmenizi|kaldirin|kaldiriniz|cikarir|cikarilmasini|silinmesini",
      "<data> / silin|siliniz|sil|silmenizi|silinmesini|kaldirin|imha edin",
      "<list> / cikarilmak|cikmak|silinmek|cikartilmak / istiyorum|istiyoruz",
      "bir daha|artik|sizden|lutfen|bundan sonra|sirketinizden? / sizden|artik|bundan boyle|bir daha? / <me>? / bir daha|artik|baska|herhangi bir|hicbir|daha fazla|bu tur|boyle? / <mails> / <stop>",
      "bana|bize / bir daha|artik|lutfen / yazmayin|yazmayiniz|yazma|ulasmayin|ulasmayiniz|gondermeyin|gondermeyiniz|yazmamanizi",
      "benimle|bizimle / bir daha|artik|lutfen|tekrar? / iletisime gecmeyin|iletisim kurmayin|iletisime gecmeyiniz|iletisime gecmemenizi|iletisime gecilmesini istemiyorum|irtibata gecmeyin|iletisime gecmenizi istemiyorum",
      "<me> / rahat / birakin|birakiniz",
      "<me> / rahatsiz / etmeyin|etmeyiniz|etmemenizi|etmeyi birakin",
      "verilerimin|kisisel verilerimin|bilgilerimin / pazarlama amaciyla|dogrudan pazarlama amaciyla? / islenmesine|kullanilmasina / itiraz ediyorum|karsi cikiyorum|izin vermiyorum|riza gostermiyorum",
      "verilerimin|kisisel verilerimin|bilgilerimin|tum verilerimin|tum kisisel verilerimin / silinmesini",
      "rizami|onayimi|iznimi / geri / aliyorum|cekiyorum"
    ],
    fillers: [
      "kisisel verilerin korunmasi kanunu|kisisel verilerin korunmasi kanunu uyarinca|6698 sayili",
      "lutfen|tesekkurler|tesekkur ederim|rica ederim|sagolun|rica ediyorum|rica ederiz|simdiden tesekkurler|hemen|derhal|en kisa surede|acilen|bundan sonra|bundan boyle|gelecekte|artik|bir daha|asla|hicbir zaman|tekrar|ayrica|ve|bu yuzden|bu nedenle|dolayisiyla|kalici olarak|tamamen|sonsuza kadar|sadece|hayir tesekkurler|hayir|sizden|sizin|sirketinizden|tarafinizdan|bu adrese|bu adresime|e posta ile|istiyorum|istiyoruz|talep ediyorum|talep ederim|talep ediyoruz|isterim|uyarinca|geregince|kapsaminda|kapsamindaki|gore|maddesi|maddesine|sayili|kanun|kanunu|sacma|aptal|istenmeyen|pazarlama amaciyla|son kez|son uyari|daha once de|istirham ederim|memnun olurum|sevinirim|musunuz"
    ],
    questions: "misiniz|musunuz|edebilir misiniz|cikarabilir misiniz|cikarir misiniz|siler misiniz|silebilir misiniz",
    joins: "ve|cunku|bu yuzden|bu nedenle|veya|yoksa|aksi halde|aksi takdirde|zira",
    conditions: "eger|sayet|yoksaniz|yoksa beni|surece|olursa|varsa|fiyatiniz yoksa",
    contrasts: "ama|ancak|fakat|haric|sadece|yalnizca|yine de|disinda",
    goesOn:
      "aray*|arama|telefon*|toplanti|fiyat*|teklif*|demo|sozlesme*|fatura*|siparis*|gonderin|soyleyin|ekleyin|yerine|ilgileniyorum|ilgileniyoruz|konusalim|pazartesi|sali|carsamba|persembe|cuma|cumartesi|pazar gunu|yarin|gelecek hafta|haftaya|gelecek ay|gelecek yil|ilkbahar|yaz aylarinda|sonbahar|kis|katiliyorum|ekte|yeni adres|kullanin|ihtiyacimiz var|ihtiyacim var|soru|sorum|evet",
    reasons:
      "degil*|yok*|hic*|asla|zaten|yeter*|spam*|tesekkur*|uzgun*|maalesef|onay*|anlayis*|sil*|kanun*|emekli*|tedarikci*|memnun*|basarilar|reklam*|ilgilenmiyor*|istemiyor*|ilgisi",
    threats:
      "sikayet*|avukat*|yasal*|hukuki*|yasadisi|kvkk|kurum*|spam*|engelle*|aptal*|salak*|gerizekali*|polis*|mahkeme*|ceza*|dava*|bir mail daha|biz size ulas*|kanun*|aksi|iys|ile iletisime gec*",
    origins:
      "nereden buldunuz|nereden aldiniz|nasil buldunuz|nasil aldiniz|kimden aldiniz|neden aliyorum|neden bana|kac kere|kac defa|anladiniz mi"
  },
  {
    language: "vi",
    classes: {
      me: "toi|chung toi|email toi|email cua toi|dia chi cua toi|dia chi email cua toi|ten toi|thong tin cua toi|email cua chung toi|dia chi email|ten va email cua toi",
      list: "danh sach|danh sach cua ban|danh sach gui thu|danh sach email|danh sach nhan email|danh sach nhan thu|co so du lieu|he thong|danh sach nhan tin|danh sach gui email|danh sach cua quy cong ty|danh sach email cua ban|danh sach gui mail|danh sach lien he|danh sach mail",
      mails: "email|thu|tin nhan|mail|thu quang cao|quang cao|email quang cao|thu rac|email nao|email nua"
    },
    requests: [
      "xoa|loai|go|rut|loai bo|dua / ten|email|dia chi? / <me> / khoi|ra khoi / <list> / nay|cua ban|cua cac ban|cua quy cong ty?",
      "xoa|xoa bo / thong tin cua toi|du lieu cua toi|toan bo thong tin cua toi|dia chi email cua toi|du lieu ca nhan cua toi",
      "dung|xin dung|khong|ngung|dung co|vui long dung|vui long khong|ngung ngay viec / bao gio|can? / gui|viet|gui them / them|bat ky? / <mails> / nao|nay|quang cao? / cho|den|toi? / toi|chung toi / nua?",
      "toi|chung toi / khong / muon|con muon|co nhu cau|mong muon|muon tiep tuc / nhan|nhan them|nhan duoc / bat ky|them|cac|nhung? / <mails> / nao|nay|tu ban|tu cac ban|tu quy cong ty|cua ban|quang cao? / nua?",
      "dung|xin dung|vui long khong|khong|ngung|vui long dung / lien he|lien lac|lam phien|quay ray / voi|den? / <me> / nua?"
    ],
    fillers: [
      "xin|vui long|lam on|cam on|xin cam on|hay|xin hay|ngay|ngay lap tuc|cang som cang tot|tu nay|tu nay ve sau|trong tuong lai|nua|va|vi vay|do do|toi yeu cau|toi de nghi|toi muon|yeu cau|de nghi|mong|giup toi|toi mong|ban|cac ban|anh|chi|quy cong ty|quy vi|tu ban|cua ban|nay|theo|khong cam on|cho toi|nhe|a"
    ],
    questions: "co the|ban co the|anh co the|chi co the",
    joins: "va|vi|boi vi|nen|vi vay|hoac|neu khong|neu|tru khi|cho den khi|khi",
    conditions: "neu|tru khi|cho den khi|khi nao|truoc khi|sau khi|truoc|den thu",
    contrasts: "nhung|tuy nhien|ngoai tru|chi",
    goesOn:
      "goi dien|cuoc goi|dien thoai|cuoc hop|gia|bao gia|demo|hop dong|hoa don|don hang|gui cho toi|cho biet|quan tam den|thu hai|thu ba|thu tu|thu nam|thu sau|ngay mai|tuan sau|thang sau|nam sau|dong y|dinh kem|dia chi moi|can|cau hoi",
    reasons: "khong|chua|da co|du roi|spam|cam on|xin loi|tiec|xac nhan|luat|nha cung cap|rac",
    threats:
      "khieu nai|bao cao|luat su|phap luat|phap ly|spam|chan|ngu ngoc|lua dao|to cao|them mot email|chung toi se lien he",
    origins: "lay email|tu dau|tai sao toi|bao nhieu lan|o dau"
  },
  {
    language: "id",
    classes: {
      me: "saya|kami|email saya|alamat saya|alamat email saya|nama saya|kontak saya|data saya|email kami|perusahaan kami|alamat email kami|alamat kami|data kami",
      list: "daftar|milis|mailing list|database|daftar email|daftar kontak|daftar distribusi|daftar pengiriman|basis data|daftar anda|daftar penerima|sistem|daftar penerima email|newsletter",
      mails: "email|pesan|surat|iklan|spam|promosi|penawaran|newsletter|surel|email promosi|email pemasaran"
    },
    requests: [
      "hapus|keluarkan|hapuskan|menghapus|mengeluarkan|coret|hapuslah|dihapus|dikeluarkan / <me>? / dari / <list> / ini|anda|email anda|kalian|perusahaan anda?",
      "hapus|menghapus|hapuskan / data saya|semua data saya|data pribadi saya|data kami|alamat email saya|semua data pribadi saya",
      "jangan|tidak|stop|berhenti|hentikan|untuk tidak|agar tidak|mohon tidak|tolong jangan / pernah|lagi? / kirim|kirimi|mengirim|mengirimi|kirimkan|mengirimkan|pengiriman / <me>? / lagi? / <mails> / apa pun|lagi|ini|seperti ini|promosi? / ke|kepada? / <me>? / lagi?",
      "jangan|tidak|stop|berhenti|untuk tidak|agar tidak / pernah|lagi? / hubungi|menghubungi|ganggu|mengganggu|emaili / <me> / lagi?",
      "saya|kami / tidak / lagi? / ingin|mau|bersedia|berkenan / lagi? / menerima|mendapat|mendapatkan|dihubungi|terima / lagi? / <mails>? / lagi|apa pun|seperti ini|dari anda|ini|dari perusahaan anda|promosi|pemasaran|anda? / lagi?",
      "saya|kami / keberatan / atas|terhadap|dengan / pemrosesan|penggunaan / data saya|data pribadi saya|data kami"
    ],
    fillers: [
      "tolong|mohon|silakan|terima kasih|makasih|harap|segera|secepatnya|sekarang|sekarang juga|mulai sekarang|di masa mendatang|ke depannya|selamanya|lagi|juga|dan|karena itu|oleh karena itu|jadi|saya minta|kami minta|saya mohon|saya meminta|kami mohon|saya harap|saya ingin|anda|agar|untuk|supaya|dari anda|dari kalian|ke alamat ini|ke email ini|tidak terima kasih|berdasarkan|sesuai|undang undang|bodoh|terakhir kali"
    ],
    questions: "bisakah anda|bisakah|bisa|dapatkah anda|apakah anda bisa|bolehkah saya minta",
    joins: "dan|karena|sebab|jadi|atau|kalau tidak|jika|kecuali|sampai|ketika|sehingga|soalnya",
    conditions: "jika|kalau|kecuali|sampai|apabila|sebelum|setelah|bila|saat",
    contrasts: "tapi|tetapi|namun|kecuali|hanya|meskipun",
    goesOn:
      "telepon*|telpon*|rapat|pertemuan|harga|penawaran harga|demo|kontrak|faktur|pesanan|kirimkan|beri tahu|tambahkan|sebagai gantinya|tertarik|berminat|senin|selasa|rabu|kamis|jumat|sabtu|minggu depan|besok|bulan depan|tahun depan|setuju|terlampir|nanti|alamat baru|gunakan|butuh|pertanyaan|ya",
    reasons:
      "tidak|bukan|belum|tak|sudah|cukup|tanpa|spam|terima kasih|maaf|konfirmasi|pengertian*|hapus|hukum|pensiun|pemasok|supplier|vendor|iklan",
    threats:
      "lapor*|melapor*|pengacara|hukum|ilegal|spam|blokir|memblokir|bodoh|polisi|pengadilan|satu email lagi|kami akan menghubungi|undang undang",
    origins: "dari mana anda|bagaimana anda mendapat*|kenapa saya|mengapa saya|berapa kali"
  },
  {
    language: "et",
    classes: {
      me: "mind|meid|mu aadress|minu aadress|minu email|mu email|minu meiliaadress|minu andmed|mulle|meile",
      data: "minu andmed|mu andmed|koik minu andmed|minu isikuandmed|koik mu andmed",
      list: "listist|nimekirjast|andmebaasist|postitusnimekirjast|meililistist|susteemist|saatelistist|listidest|uudiskirja listist",
      mails: "kirju|meile|emaile|reklaami|pakkumisi|uudiskirju|spammi|midagi"
    },
    requests: [
      "eemaldage|kustutage|eemalda|kustuta|votke|eemaldada|kustutada / <me> / oma|teie|koigist|oma koigist? / <list> / maha|valja?",
      "kustutage|eemaldage|kustutada|kustuta / <data>",
      "arge|ara / enam|rohkem|kunagi? / kirjutage|kirjuta|saatke|saada|votke|tulitage|poorduge / mulle|meile|minuga|meiega|mind? / enam|rohkem|kunagi? / <mails>|uhendust / enam|rohkem?",
      "ma|me|mina|meie? / ei / soovi|taha / enam|rohkem? / saada|teilt? / teilt|teie|enam|rohkem? / <mails> / enam|teilt|saada?",
      "lopetage|lopeta / mulle|meile|see|nende? / kirjade|meilide|spammi|kirjutamine|spammimine / saatmine?",
      "jatke / mind|meid / rahule"
    ],
    fillers: [
      "palun|aitah|tanan|kohe|viivitamatult|esimesel voimalusel|edaspidi|tulevikus|enam|rohkem|kunagi|ka|ja|seega|seetottu|igaveseks|lihtsalt|ei aitah|teilt|sellele aadressile|palume|soovin|noun|et|te|vastavalt|alusel|artikli"
    ],
    questions: "kas saaksite|kas te saaksite|palun kas|kas voite|voiksite",
    joins: "ja|sest|kuna|seega|voi|muidu|kui|kuni",
    conditions: "kui|kuni|juhul|enne|parast",
    contrasts: "aga|kuid|valja arvatud|ainult",
    goesOn:
      "helista*|koosolek|hind|hinda|hinnad|pakkumine|pakkumisest|demo|leping|arve|tellimus|saatke mulle pakkumine|oelge|lisage|huvitatud|esmaspaev*|teisipaev*|kolmapaev*|neljapaev*|reede*|homme|jargmisel nadalal|kevadel|suvel|sugisel|nous|manuses|hiljem|uus aadress|vajame|kusimus|jah",
    reasons:
      "ei|pole|mitte|kunagi|juba|piisab|spam*|tanan|aitah|kahjuks|vabandust|kinnit*|moist*|kustut*|seadus*|pension*|tarnija*|rahul|reklaam*",
    threats:
      "kaeb*|kaeba*|advokaat*|jurist*|seadus*|ebaseaduslik*|inspektsioon*|spam*|blokeeri*|idioot*|politsei*|veel uks|votame uhendust|gdpr",
    origins: "kust te|kust sa|kuidas te saite|miks ma saan|mitu korda"
  },
  {
    language: "lv",
    classes: {
      me: "mani|mus|manu adresi|manu epastu|manu e pasta adresi|manus datus|man|mums",
      data: "manus datus|visus manus datus|manus personas datus",
      list: "saraksta|sarakstiem|datubazes|jusu saraksta|adresatu saraksta|sistemas|epastu saraksta|izsutisanas saraksta|e pasta saraksta|sanemeju saraksta",
      mails: "epastus|vestules|zinas|reklamas|piedavajumus|jaunumus|neko|surogatpastu|vestulu"
    },
    requests: [
      "iznemiet|dzesiet|izdzesiet|iznemt|izdzest|svitrojiet|izslediet / <me> / no / jusu|sava|visiem? / <list>",
      "izdzesiet|dzesiet|izdzest / <data>",
      "nerakstiet|nesutiet|nekontaktejieties|netraucejiet|neturpiniet|nesutit|nerakstit / <me>|ar mani|man? / vairs|vairak|nekad? / <mails>? / vairs|vairak|man?",
      "vairs / nesutiet|nerakstiet|nekontaktejieties / <me>|ar mani? / <mails>?",
      "es? / nevelos|negribu|nevelamies|negribam / vairs? / sanemt / no jums|jusu? / vairs|vairak? / <mails> / no jums?",
      "beidziet|partrauciet / man? / sutit|rakstit|traucet|sutisanu / man|mani? / <mails>?",
      "lieciet / mani|mus / miera"
    ],
    fillers: [
      "ludzu|paldies|nekavejoties|uzreiz|pec iespejas atrak|turpmak|nakotne|vairs|vairak|nekad|ari|un|tapec|tadel|uz visiem laikiem|ne paldies|no jums|uz so adresi|velos|pieprasu|ludzam|saskana ar|pamatojoties uz|velamies"
    ],
    questions: "vai varat|vai jus varetu|vai varetu|vai jus varat",
    joins: "un|jo|ta ka|tapec|vai|citadi|ja|lidz|kad",
    conditions: "ja|lidz|kad|pirms|pec tam|tiklidz",
    contrasts: "bet|tomer|iznemot|tikai",
    goesOn:
      "zvan*|piezvan*|tiksanas|cena|cenas|piedavajums|piedavajuma|demo|ligums|rekins|pasutijums|atsutiet|pasakiet|pievienojiet|interese|pirmdien*|otrdien*|tresdien*|ceturtdien*|piektdien*|rit|nakamnedel|pavasari|vasara|rudeni|piekritu|pielikuma|velak|jauna adrese|vajag|jautajums|ja labprat",
    reasons:
      "nav|ne|neko|nekad|jau|pietiek|bez|spam*|paldies|diemzel|atvainoj*|apstiprin*|sapratni|izdz*|likum*|pensij*|piegadataj*|apmierinat*|reklam*",
    threats:
      "sudz*|zinos*|advokat*|jurist*|likum*|nelikumig*|inspekcij*|spam*|bloke*|idiot*|policij*|vel viena|sazinasimies|gdpr|vdar",
    origins: "no kurienes|ka jus|kur jus|kapec es sanemu|cik reizes"
  },
  {
    language: "lt",
    classes: {
      me: "mane|mus|mano adresa|mano el pasta|mano el pasto adresa|mano duomenis|man|mums|manes",
      data: "mano duomenis|visus mano duomenis|mano asmens duomenis",
      list: "saraso|sarasu|jusu saraso|duomenu bazes|saraso jusu|adresatu saraso|sistemos|naujienlaiskio|prenumeratos|gaveju saraso|siuntimo saraso|savo saraso|platinimo saraso|el pasto saraso",
      mails: "laisku|zinuciu|el laisku|reklamos|pasiulymu|naujienlaiskiu|nieko|reklamu|slamsto|laiskus|laiskai"
    },
    requests: [
      "pasalinkite|isbraukite|istrinkite|pasalinti|isbraukti|istrinti|ismeskite / <me> / is|is savo|is jusu|is visu? / <list>",
      "istrinkite|pasalinkite|istrinti / <data>",
      "nerasykite|neberasykite|neberasyk|nesiuskite|nebesiuskite|nesikreipkite|nebesikreipkite|netrukdykite|nesiusti|nebesiusti|nerasyti / <me>|i mane? / daugiau|niekada? / <mails>? / daugiau?",
      "daugiau / <me>? / nesiuskite|nerasykite|nesikreipkite|netrukdykite / <me>|i mane? / <mails>?",
      "as? / nenoriu|nebenoriu|nepageidauju|nebepageidauju|nenorime|nebenorime / daugiau? / gauti / is jusu|jusu? / daugiau|jokiu|jusu? / <mails> / is jusu?",
      "nustokite|liaukites|baikite / man? / siunte|rase|siuntineti|rasyti|siusti|trukdyti / man|mane? / <mails>?",
      "palikite / mane|mus / ramybeje"
    ],
    fillers: [
      "prasau|prasome|aciu|dekoju|nedelsiant|tuoj pat|kuo greiciau|ateityje|nuo siol|daugiau|niekada|taip pat|ir|todel|tad|visam laikui|ne aciu|is jusu|siuo adresu|reikalauju|noriu|noreciau|pagal|remiantis|kad|jusu"
    ],
    questions: "ar galite|ar galetumete|gal galite|gal galetumete",
    joins: "ir|nes|kadangi|todel|arba|kitaip|jei|jeigu|kol|kai",
    conditions: "jei|jeigu|kol|kai|pries|po to|nebent",
    contrasts: "bet|taciau|isskyrus|tik|nors",
    goesOn:
      "skambin*|paskambin*|susitikimas|kaina|kainos|kaina|pasiulymas|pasiulymo|demo|sutartis|saskaita|uzsakymas|atsiuskite|pasakykite|pridekite|domina|pirmadien*|antradien*|treciadien*|ketvirtadien*|penktadien*|rytoj|kita savaite|pavasari|vasara|rudeni|sutinku|priede|veliau|naujas adresas|reikia|klausimas|taip",
    reasons:
      "ne|nera|nieko|niekada|jau|gana|be|slamst*|spam*|aciu|dekoj*|deja|atsipras*|patvirtin*|supratim*|istrin*|istatym*|pensij*|tiekej*|patenkint*|reklam*|nedomina",
    threats:
      "skund*|pranes*|advokat*|teisin*|istatym*|neteiset*|inspekcij*|spam*|blokuo*|idiot*|policij*|dar vien*|susisieksime|bdar|gdpr",
    origins: "is kur|kaip gavote|kas jums|kodel gaunu|kiek kartu"
  }
]
