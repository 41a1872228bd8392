/** Requests to stop in whole sentences, in Slavic languages with the Latin alphabet. See `OptOutLanguage.ts`. */
import type { Sentences } from "./OptOutLanguage.ts"

export const slavicSentences: ReadonlyArray<Sentences> = [
  {
    language: "pl",
    classes: {
      me: "mnie|nas|moj adres|moj email|mojego adresu|moj mail|mojego emaila|mojego maila|moje dane|moich danych|nasz adres|naszego adresu|moj adres email|mojego adresu email|moj adres mailowy|mojego adresu mailowego|nasze dane|nasza firme|mojego adresu e mail|ten adres|naszej firmy|mojego adresu z|moje nazwisko|moj kontakt",
      data: "moje dane|moich danych|wszystkie moje dane|wszystkich moich danych|moich danych osobowych|moje dane osobowe|nasze dane|naszych danych|wszelkich moich danych|moj adres email|mojego adresu email|danych osobowych|moj adres|mojego adresu|mojego emaila|moich danych kontaktowych",
      of: "z|ze|z waszej|z tej|z panstwa|z waszych|ze swojej|z wszystkich|ze wszystkich|z panstwa wszystkich|z twojej|z pana|z pani|z bazy|z listy|ze swoich|z wszelkich|z waszego|z panstwa baz|od",
      list: "listy|list|mailingowej|listy mailingowej|bazy|baz|bazy danych|listy adresowej|bazy mailingowej|newslettera|subskrypcji|mailingu|list mailingowych|listy odbiorcow|baz danych|listy kontaktow|listy dystrybucyjnej|systemu|bazy adresowej|bazy kontaktow|bazy klientow|listy wysylkowej|bazy adresow|wysylki|crm|kontaktow",
      mails:
        "maili|wiadomosci|emaili|mailingu|mailingow|reklam|ofert|korespondencji|newsletterow|spamu|maile|emaile|informacji|niczego|tresci marketingowych|mail|informacji handlowych|informacji marketingowych|propozycji|zadnych",
      any: "wiecej|zadnych|kolejnych|dalszych|waszych|tych|takich|jakichkolwiek|panstwa|twoich|tego typu|zadnej|dalszej|jakiejkolwiek|innych|juz"
    },
    requests: [
      "usun|usuncie|usunac|wykresl|wykreslic|skasujcie|skasowac|usuniecie|wykreslenie|wypisac|wypiszcie|wypisz|wypisanie|usunie|usuneli|usuniecia|wyrzucic|wyrzuccie|wykreslcie|wypisania / <me> / <of> / <list>",
      "usun|usuncie|usunac|usuniecie|skasowac|skasowanie|skasujcie|usunieto|wykreslenie / <data> / <of>? / <list>?",
      "wypisz|wypiszcie|wypisac|wypisanie / mnie|nas",
      "mnie|nas / wypisac|wypisanie|usunac|wykreslic / <of> / <list>",
      "nie / chce|zycze sobie|chcemy|zyczymy sobie|wyrazam zgody na|zgadzam sie na|chcialbym|chcialabym / juz|wiecej? / otrzymywac|dostawac|otrzymywanie|przesylanie|wysylanie|otrzymywania / juz|wiecej|mi|do mnie? / od panstwa|od was? / <any>? / <mails> / handlowych|marketingowych|reklamowych|od was|od panstwa|wiecej?",
      "nie / otrzymywac / <any>? / <mails> / od panstwa|od was?",
      "nie / piszcie|pisz|kontaktujcie sie|kontaktowac sie|pisac|dzwoncie|kontaktowanie sie|niepokoic|nagabywac|niepokojcie / juz|wiecej? / do mnie|do nas|ze mna|z nami|mnie|nas",
      "nie / wysylajcie|wysylaj|wysylac|przysylac|przysylajcie|wysylanie|przysylanie|przesylac|przesylajcie|wysylali|przysylaj / mi|do mnie|nam|do nas? / juz? / <any>? / <mails>|nic / wiecej|juz|na ten adres?",
      "nie / wysylajcie|wysylaj|wysylac|przysylac|przysylajcie / mi|do mnie|nam|do nas / nic|niczego|juz|wiecej / wiecej|juz?",
      "o / nie / kontaktowanie sie|wysylanie|przysylanie|przesylanie|pisanie / ze mna|z nami|do mnie|do nas|mi|nam? / <any>? / <mails>?",
      "przestancie|przestan|przestac|zaprzestac|zaprzestanie|zaprzestania|zaprzestancie|skonczcie / do mnie|mi|mnie|do nas|nam? / pisac|wysylac|wysylania|wysylanie|spamowac|nekac|przysylac|przesylania|nachodzic|nagabywac|przesylanie|pisania|z|kontaktu / do mnie|mi|do nas|nam? / <any>? / <mails>|waszym spamem|tym spamem|mnie|nas?",
      "niewysylanie|nieprzysylanie|nieprzesylanie|niepisanie|niekontaktowanie sie / do mnie|mi|ze mna|nam|z nami? / <any>? / <mails>? / do mnie|mi?",
      "dosc|koniec / z|tych|tego? / <any>? / <mails>",
      "dajcie|daj|zostawcie / mi|nam|mnie|nas / swiety? / spokoj|w spokoju",
      "sprzeciwiam sie|wnosze sprzeciw|zglaszam sprzeciw|wyrazam sprzeciw|skladam sprzeciw|sprzeciw|sprzeciwiamy sie / wobec|przeciwko? / przetwarzaniu|przetwarzania|wykorzystywaniu|wykorzystywania|wykorzystaniu|dalszemu przetwarzaniu / <data> / <of>? / <list>?",
      "wycofuje|cofam|odwoluje|wycofujemy / moja|swoja|nasza? / zgode",
      "rezygnuje|rezygnujemy / z / otrzymywania|dalszego otrzymywania / <any>? / <mails>"
    ],
    fillers: [
      "ogolnego rozporzadzenia o ochronie danych|ustawy o swiadczeniu uslug droga elektroniczna|rozporzadzenia|ustawy|prawa telekomunikacyjnego",
      "prosze|prosze o|dziekuje|z gory dziekuje|dzieki|uprzejmie prosze|uprzejmie prosze o|prosimy|prosimy o|bardzo prosze|bardzo prosze o|natychmiast|natychmiastowe|niezwlocznie|niezwloczne|jak najszybciej|w przyszlosci|na przyszlosc|od teraz|nigdy|nigdy wiecej|wiecej|juz|rowniez|takze|i|oraz|wiec|dlatego|zatem|w zwiazku z tym|definitywnie|raz na zawsze|na zawsze|na stale|po prostu|nie dziekuje|od was|od panstwa|z panstwa strony|na ten adres|na moj adres|na moj email|mailowo|droga mailowa|niniejszym|formalnie|stanowczo|aby|zeby|do|cholernych|glupich|irytujacych|niechcianych|niezamowionych|w celach marketingowych|w celu marketingu|w celach reklamowych|do celow marketingowych|na potrzeby marketingu|w celu marketingu bezposredniego|na potrzeby marketingu bezposredniego|po raz ostatni|ostatnie ostrzezenie|panstwo|was|mi|sobie|swojej",
      "zadam|domagam sie|wnosze o|zycze sobie|chce|chcialbym|chcialabym|chcielibysmy|zwracam sie z prosba o|mam prosbe o|zadam|zadamy|wzywam do|bede wdzieczny za|bede wdzieczna za|byloby milo|prosilbym o|prosilabym o / panstwa|was|natychmiastowego|prosic o|poprosic o? / o|aby|zebyscie|by?",
      "zgodnie z|na podstawie|w mysl|stosownie do|na mocy|w oparciu o / przepisami|przepisow|prawem|moim prawem z?",
      "juz prosilem o|juz prosilam o|prosilem juz o|prosilam juz o|wielokrotnie prosilem o"
    ],
    questions:
      "czy moga panstwo|czy mozecie|czy moglibyscie|czy mogliby panstwo|czy moge prosic o|czy moglby pan|czy moglaby pani|czy mozesz|moglbys|moglabys|czy mozna prosic o|mozecie|moglibyscie",
    joins:
      "i|oraz|bo|poniewaz|gdyz|wiec|dlatego|lub|albo|inaczej|w przeciwnym razie|jesli|jezeli|chyba ze|dopoki|gdy|kiedy|a",
    conditions: "jesli|jezeli|chyba ze|dopoki|gdy|kiedy|o ile|do czasu",
    contrasts: "ale|jednak|oprocz|z wyjatkiem|tylko|choc|natomiast|lecz",
    goesOn:
      "zadzwon*|dzwon*|telefon*|spotkanie|cena|ceny|cene|oferte|oferta|oferty|demo|umowa|umowe|faktura|fakture|zamowienie|wyslijcie|powiedzcie|dodajcie|dodac|zamiast|zainteresowany|zainteresowana|zainteresowani|porozmawiac|poniedzialek|wtorek|sroda|srode|czwartek|piatek|sobota|niedziela|jutro|przyszlym tygodniu|przyszlym miesiacu|przyszlym roku|wiosna|lato|jesien|zima|jesienia|zgoda|w zalaczeniu|pozniej|nowy adres|uzyjcie|potrzebujemy|potrzebuje|pytanie|pytania|tak|chetnie",
    reasons:
      "nie|zadn*|nigdy|nic|juz|dosc|bez|spam*|dziek*|przepraszam|niestety|potwierdz*|zrozumien*|usun*|prawo|ustaw*|emerytur*|dostawc*|zadowol*|powodzenia|reklam*|wspolpracujemy",
    threats:
      "skarg*|zgloszen*|zglosze|zglosimy|prawnik*|adwokat*|prawn*|nielegaln*|uodo|puodo|urzed*|organ*|spam*|zablokuj*|idiot*|debil*|glup*|policj*|sad|sadu|kar*|jeszcze jeden mail|kolejny mail|kolejna wiadomosc|skontaktujemy sie|odezwiemy sie|rodo|ustaw*",
    origins:
      "skad macie|skad maja panstwo|skad ma pan|skad masz|jak zdobyliscie|kto wam|dlaczego dostaje|dlaczego otrzymuje|ile razy|zrozumiano|jasne"
  },
  {
    language: "cs",
    classes: {
      me: "me|mne|nas|mou adresu|muj email|moji adresu|muj mail|nasi adresu|nas email|moje udaje|nase udaje|mou emailovou adresu|moji emailovou adresu|me jmeno|nasi firmu|muj kontakt|tuto adresu|moje jmeno|moje kontaktni udaje",
      data: "moje udaje|vsechny moje udaje|me udaje|me osobni udaje|moje osobni udaje|vsechny me udaje|nase udaje|mych udaju|mych osobnich udaju|vymaz mych udaju|vsechna moje data|moje data|vsechny me osobni udaje|vsech mych udaju|mou adresu|moji adresu|moji emailovou adresu|mou emailovou adresu",
      of: "z|ze|z vaseho|z vasi|z tohoto|z vasich|ze sve|ze sveho|ze vsech|ze vsech vasich|ze svych|z teto|ze vaseho|ze vasi",
      list: "seznamu|databaze|mailing listu|mailinglistu|adresare|evidence|newsletteru|odberu|rozesilky|rozesilani|seznamu adresatu|seznamu kontaktu|mailing listu|emailove databaze|distribucniho seznamu|systemu|kontaktu|databazi|seznamu prijemcu|mailingu|mailingovych seznamu|mailing listu|seznamu odberatelu|mailoveho seznamu",
      mails:
        "emaily|maily|zpravy|nabidky|reklamu|reklamy|newslettery|spam|obchodni sdeleni|emailu|mailu|zprav|nic|sdeleni|postu|reklamni emaily|korespondenci|mail|email|nabidek|spamy",
      any: "uz|dalsi|zadne|vase|tyto|takove|jakekoli|tvoje|zadna|dalsich|zadnych|vasich|dalsi vase|nevyzadane|jiz"
    },
    requests: [
      "vyradte|odstrante|vymazte|smazte|vyskrtnete|odeberte|odhlaste|vyradit|odstranit|vymazat|smazat|vyrazeni|odhlasit|odebrat|odstraneni|vymazani|vyrad|smaz|vyradili|odstranili|vyrazena|vyrazen / <me> / <of> / <list>",
      "<me> / vyradit|odstranit|vymazat|smazat|vyradte|odstrante|vyradili|odstranili|odhlasit|odhlasili / <of> / <list>",
      "smazte|vymazte|odstrante|smazat|vymazat|odstranit|vymaz|smazani|vymazani|o vymaz|odstraneni / <data> / <of>? / <list>?",
      "nepiste|nekontaktujte|neobtezujte|nekontaktovat|nepsat|neobtezovat|nepsali|nekontaktovali|neoslovujte / uz|jiz? / mi|me|nam|mne|nas / uz|jiz|vicekrat?",
      "uz|jiz|abyste|prosim / mi|me|nam|nas|mne / uz|jiz|vicekrat? / nikdy? / nepiste|nekontaktujte|neobtezujte|nekontaktovali|nepsali|neposilejte|neposilali|nezasilejte|nezasilali / uz|nic|dalsi|zadne? / <mails>?",
      "neposilejte|nezasilejte|neposilat|nezasilat|prestante posilat|prestante zasilat|neposilali|nezasilali|prestat posilat|prestat zasilat / uz|jiz? / mi|me|nam|mne? / <any>? / <any>? / <mails> / uz?",
      "nechci|neprejeme si|nepreji si|nechceme|nemam zajem|nemame zajem|preji si nedostavat|nesouhlasim / se? / uz|jiz|od vas? / uz|jiz? / dostavat|zasilani|dostavani|zasilanim|o zasilani|o dalsi? / od vas? / <any>? / <any>? / <mails> / od vas?",
      "nechci|neprejeme si|nepreji si|nechceme / uz|jiz? / byt / uz|jiz|od vas|dale? / kontaktovan|kontaktovana|kontaktovani|oslovovan|obtezovan",
      "prestante|prestan|prestat / mi|me|nam|nas|s? / uz? / psat|posilat|obtezovat|zasilat|otravovat|spamovat|kontaktovat / <any>? / <mails>|mi|me?",
      "nezasilani|neposilani|nekontaktovani / mi? / <any>? / <any>? / <mails>?",
      "dejte|nechte|nechte uz / mi|nam|me|nas / uz? / pokoj|na pokoji|byt|svaty pokoj",
      "vznasim|podavam|vznasime / namitku|namitky / proti / zpracovani|zpracovavani|dalsimu zpracovani / <data> / <of>? / <list>?",
      "nesouhlasim|nesouhlasime / se|s / zpracovanim|pouzivanim|vyuzitim / <data> / <of>? / <list>?",
      "odvolavam|beru zpet / svuj|muj? / souhlas"
    ],
    fillers: [
      "obecneho narizeni o ochrane osobnich udaju|zakona o zpracovani osobnich udaju|zakona|narizeni",
      "prosim|dekuji|dekuju|diky|prosim o|predem dekuji|prosime|prosime o|dekujeme|okamzite|ihned|neprodlene|co nejdrive|v budoucnu|nadale|napriste|priste|nikdy|uz nikdy|nikdy vice|uz|jiz|vice|vic|take|taky|a|proto|tedy|tak|definitivne|jednou provzdy|navzdy|jednoduse|jen|ne dekuji|ne|od vas|z vasi strany|od vasi firmy|na tuto adresu|na muj email|emailem|mailem|timto|formalne|dusledne|aby|abyste|o|si|me|se|laskave|zatracene|blbe|otravne|nevyzadane|pro marketingove ucely|k marketingovym ucelum|za ucelem primeho marketingu|pro ucely primeho marketingu|za ucelem marketingu|naposledy|posledni varovani|moc",
      "zadam|zadame|pozaduji|preji si|prejeme si|chtel bych|chtela bych|chteli bychom|chci|chceme|rad bych|vyzyvam / vas|vas pozadat|pozadat|poprosit|vas poprosit|timto? / o|abyste|aby|k?",
      "podle|dle|na zaklade|v souladu s|ve smyslu|s odkazem na / zakona|narizeni|clanku|cl? / o|a?",
      "uz jsem vas zadal o|uz jsem vas zadala o|budu rad kdyz|byla bych rada kdybyste|byl bych rad kdybyste|zajistete prosim|ocenil bych kdybyste"
    ],
    questions:
      "muzete|mohli byste|mohl byste|mohla byste|muzes|mohl bys|bylo by mozne|je mozne|mohu vas pozadat|mohla bych vas pozadat|mohl bych vas pozadat|muzu poprosit|mohu poprosit",
    joins: "a|protoze|jelikoz|takze|proto|nebo|jinak|nebot|pokud|jestli|dokud|kdyz|az|ani",
    conditions: "pokud|jestli|jestlize|dokud|kdyz|az|za podminky",
    contrasts: "ale|avsak|krome|pouze|jenom|jen|ackoli|nicmene",
    goesOn:
      "zavol*|volejte|telefon*|hovor|schuzka|schuzku|cena|ceny|cenu|nabidka|nabidku|demo|smlouva|smlouvu|faktura|fakturu|objednavka|objednavku|poslete|reknete|pridejte|misto toho|zajem|zajima|promluvit|pondeli|utery|streda|stredu|ctvrtek|patek|sobota|nedele|zitra|pristi tyden|pristi mesic|pristi rok|jaro|leto|podzim|zima|souhlasim|v priloze|pozdeji|nova adresa|pouzijte|potrebujeme|potrebuji|otazka|otazky|ano|rad",
    reasons:
      "ne|nemam|nemame|neni|nejsem|nejsme|nic|nikdy|zadn*|uz|jiz|dost|bez|spam*|dek*|diky|omlouv*|bohuzel|potvrd*|pochopeni|smaz*|vymaz*|zakon*|duchod*|dodavatel*|spokojen*|hodne stesti|reklam*|nezajem|nezajima|nerelevant*",
    threats:
      "stiznost*|nahlasim|nahlasime|pravnik*|advokat*|pravni*|nezakon*|uoou|urad*|spam*|zablok*|idiot*|debil*|blb*|policie|policii|soud|pokut*|jeste jeden|dalsi email|dalsi mail|ozveme se|ozvu se|sami se ozveme|gdpr|zakon*",
    origins: "odkud mate|odkud jste|jak jste|kde jste|kdo vam|proc dostavam|kolikrat|rozumite"
  },
  {
    language: "sk",
    classes: {
      me: "ma|mna|nas|moju adresu|moj email|moj mail|nasu adresu|moje udaje|nase udaje|moju emailovu adresu|moje meno|nasu firmu|tuto adresu|nas email",
      data: "moje udaje|vsetky moje udaje|moje osobne udaje|vsetky moje osobne udaje|mojich udajov|mojich osobnych udajov|nase udaje|moju adresu|moju emailovu adresu",
      of: "z|zo|z vasho|z vasej|z tohto|z vasich|zo svojej|zo svojho|zo vsetkych|zo svojich|z tejto",
      list: "zoznamu|databazy|evidencie|mailing listu|adresara|newslettra|odberu|rozosielania|systemu|mailinglistu|zoznamu kontaktov|databaz|zoznamov",
      mails:
        "emaily|maily|spravy|ponuky|reklamu|reklamy|newslettre|spam|obchodne oznamenia|emailov|mailov|nic|postu|mail|email",
      any: "uz|dalsie|ziadne|vase|tieto|take|akekolvek|nevyziadane|ziadnu"
    },
    requests: [
      "vyradte|odstrante|vymazte|zmazte|odhlaste|vyradit|odstranit|vymazat|zmazat|odhlasit|vyradenie|vyskrtnite|vyradili|odstranili / <me> / <of> / <list>",
      "<me> / vyradit|odstranit|vymazat|zmazat|vyradte|odstrante|vyradili|odstranili / <of> / <list>",
      "zmazte|vymazte|odstrante|zmazat|vymazat|odstranit|vymazanie|odstranenie / <data> / <of>? / <list>?",
      "nepiste|nekontaktujte|neobtazujte|nekontaktovat|nepisat|nekontaktovali / uz? / mi|ma|nam|nas / uz|viac?",
      "uz|aby ste|prosim / mi|ma|nam|nas / uz|viac? / nikdy? / nepiste|nekontaktujte|neobtazujte|nekontaktovali|neposielajte|neposielali / uz|nic|dalsie|ziadne? / <mails>?",
      "neposielajte|nezasielajte|neposielat|nezasielat|prestante posielat|prestante zasielat|neposielali / uz? / mi|ma|nam? / <any>? / <any>? / <mails> / uz?",
      "nechcem|neprajem si|nechceme|neprajeme si|nesuhlasim so / uz|od vas? / uz? / dostavat|zasielanim|zasielanie / od vas? / <any>? / <any>? / <mails> / od vas?",
      "nechcem|neprajem si|nechceme / uz? / byt / uz|od vas|dalej? / kontaktovany|kontaktovana|kontaktovani",
      "prestante|prestat / mi|ma|nam|nas|s? / uz? / pisat|posielat|obtazovat|zasielat|otravovat|spamovat / <any>? / <mails>|mi|ma?",
      "dajte|nechajte / mi|nam|ma|nas / uz? / pokoj|na pokoji",
      "namietam|namietame|nesuhlasim / proti|voci|so? / spracovaniu|spracuvaniu|spracovanim|spracuvanim / <data> / <of>? / <list>?"
    ],
    fillers: [
      "vseobecneho nariadenia o ochrane udajov|zakona o ochrane osobnych udajov",
      "prosim|dakujem|vdaka|prosim o|vopred dakujem|prosime|prosime o|dakujeme|okamzite|ihned|bezodkladne|co najskor|v buducnosti|nadalej|nabuduce|nikdy|uz nikdy|uz|viac|tiez|a|preto|teda|tak|definitivne|raz a navzdy|navzdy|jednoducho|len|nie dakujem|nie|od vas|z vasej strany|od vasej firmy|na tuto adresu|na moj email|emailom|mailom|tymto|formalne|aby|aby ste|o|si|sa|laskavo|otravne|hlupe|nevyziadane|na marketingove ucely|na ucely priameho marketingu|naposledy|posledne varovanie|ziadam|ziadame|ziadam vas|ziadam o|zelam si|prajem si|chcel by som|chcela by som|chcem|vas|vas poziadat o|poziadat o|podla|na zaklade|v zmysle|v sulade s|cl|clanku|zakona|nariadenia"
    ],
    questions: "mozete|mohli by ste|mohol by ste|mohla by ste|mozes|bolo by mozne|je mozne|mozem vas poziadat",
    joins: "a|pretoze|kedze|takze|preto|alebo|inak|lebo|ak|pokial|kym|ked|ani",
    conditions: "ak|pokial|kym|ked|za podmienky",
    contrasts: "ale|avsak|okrem|iba|len|hoci|no",
    goesOn:
      "zavol*|volajte|telefon*|hovor|stretnutie|cena|ceny|cenu|ponuka|ponuku|ponuky|demo|zmluva|zmluvu|faktura|fakturu|objednavka|poslite|povedzte|pridajte|namiesto toho|zaujem|zaujima|pondelok|utorok|streda|stredu|stvrtok|piatok|sobota|nedela|zajtra|buduci tyzden|buduci mesiac|buduci rok|jar|leto|jesen|zima|suhlasim|v prilohe|neskor|nova adresa|pouzite|potrebujeme|potrebujem|otazka|otazky|ano|rad",
    reasons:
      "nie|nemam|nemame|nic|nikdy|ziadn*|uz|dost|bez|spam*|dak*|vdaka|ospravedl*|bohuzial|zial|potvrd*|pochopenie|zmaz*|vymaz*|zakon*|dochod*|dodavatel*|spokojn*|vela stastia|reklam*",
    threats:
      "staznost*|nahlasim|nahlasime|pravnik*|advokat*|pravn*|nezakon*|urad*|spam*|zablok*|idiot*|debil*|hlup*|policia|sud|pokut*|este jeden|dalsi email|dalsi mail|ozveme sa|gdpr",
    origins: "odkial mate|ako ste|kde ste|kto vam|preco dostavam|kolkokrat"
  },
  {
    language: "hr",
    classes: {
      me: "me|nas|moju adresu|moj email|moj mail|moje podatke|nase podatke|moju email adresu|nasu adresu|moje ime|nasu tvrtku|ovu adresu",
      data: "moje podatke|sve moje podatke|moje osobne podatke|sve moje osobne podatke|nase podatke|moju adresu|moju email adresu|mojih podataka|mojih osobnih podataka",
      of: "s|sa|iz|s vase|sa vase|iz vase|sa svoje|iz svoje|s ove|sa ove|iz ove|sa svih|iz svih|s svoje|sa svojih|s vasih|sa svih vasih",
      list: "liste|mailing liste|newslettera|baze|baze podataka|popisa|mailing lista|lista|sustava|sistema|email liste|adresara|evidencije|mailing popisa|distribucijske liste",
      mails:
        "mailove|emailove|poruke|reklame|ponude|spam|newslettere|obavijesti|mailova|emailova|poruka|ponuda|nista|postu",
      any: "vise|nikakve|vase|ove|daljnje|takve|nikakvih|vasih|dodatne"
    },
    requests: [
      "uklonite|ukloni|maknite|obrisite|izbrisite|izbacite|odjavite|ukloniti|maknuti|obrisati|izbrisati|skinite / <me> / <of> / <list>",
      "<me> / uklonite|maknete|obrisete|izbrisete|odjavite|ukloni|maknite|obrisite|izbrisite|izbacite|izbacite / <of> / <list>",
      "obrisite|izbrisite|uklonite|obrisati|izbrisati|brisanje / <data> / <of>? / <list>?",
      "ne / kontaktirajte|pisite|uznemiravajte|javljajte se|kontaktirate|piste / <me>|mi|nam / vise?",
      "<me>|mi|nam|da mi|da me|da nam / vise? / nikada? / ne / saljete|kontaktirate|pisete|uznemiravate|javljate / <any>? / <mails>? / vise?",
      "ne / saljite / mi|nam? / <any>? / <mails> / vise?",
      "ne / saljite / mi|nam / vise|nista",
      "ne / zelim|zelimo / vise? / primati|dobivati|da me kontaktirate|da mi saljete|da mi pisete|biti kontaktiran|biti kontaktirana / od vas? / <any>? / <mails>? / od vas?",
      "prestanite|prestani|prekinite|prestanete / mi|nam|me|nas|sa? / slati|pisati|kontaktirati|uznemiravati|slanjem|spamati / mi|me|nas|nam? / <any>? / <mails>?",
      "ostavite / me|nas / na miru",
      "protivim se|prigovaram|ulazem prigovor na|povlacim / obradi|obradu|koristenju|privolu|svoju privolu / <data>?"
    ],
    fillers: [
      "opce uredbe o zastiti podataka|zakona o zastiti podataka|uredbe",
      "molim|molim vas|hvala|hvala unaprijed|lijepo molim|molimo|molimo vas|hvala vam|odmah|sto prije|hitno|ubuduce|u buducnosti|odsad|od sada|nikada|nikad|nikad vise|vise|takoder|i|zato|stoga|dakle|zauvijek|jednom zauvijek|jednostavno|samo|ne hvala|ne|od vas|od vase tvrtke|na ovu adresu|mailom|emailom|ovim putem|sluzbeno|da|vas|trazim|zelim|htio bih|htjela bih|zahtijevam|zamolio bih vas|zamolila bih vas|ljubazno|sukladno|prema|na temelju|u skladu s|clanku|glupe|dosadne|u marketinske svrhe|u svrhu marketinga|zadnji put|posljednji put"
    ],
    questions: "mozete li|mozes li|biste li|biste li mogli|mogu li vas zamoliti|je li moguce",
    joins: "i|jer|buduci da|zato|pa|ili|inace|posto|ako|osim ako|dok|kad|kada|te",
    conditions: "ako|osim ako|dok|kad|kada|ukoliko|cim",
    contrasts: "ali|medutim|osim|samo|iako|no",
    goesOn:
      "nazov*|zovite|telefon*|poziv|sastanak|cijena|cijene|cijenu|ponuda|ponudu|ponude|demo|ugovor|racun|fakturu|narudzba|posaljite|recite|dodajte|umjesto|zanima|zainteresiran|zainteresirani|ponedjeljak|utorak|srijeda|srijedu|cetvrtak|petak|subota|nedjelja|sutra|sljedeci tjedan|sljedeci mjesec|sljedece godine|proljece|ljeto|jesen|zima|slazem|privitku|kasnije|nova adresa|koristite|trebamo|trebam|pitanje|pitanja|da rado",
    reasons:
      "ne|nije|nisam|nismo|nema|nemamo|nista|nikad*|vec|dosta|bez|spam*|hvala|ispric*|nazalost|zao|potvrd*|razumijevanj*|obris*|zakon*|mirovin*|dobavljac*|zadovolj*|sretno|reklam*",
    threats:
      "prijav*|prituzb*|odvjetnik*|pravn*|ilegaln*|nezakonit*|azop|agencij*|spam*|blokir*|idiot*|glup*|policij*|sud|kazn*|jos jedan|javit cemo|kontaktirat cemo|gdpr",
    origins: "odakle vam|kako ste|gdje ste|tko vam|zasto dobivam|zasto primam|koliko puta"
  },
  {
    language: "sl",
    classes: {
      me: "me|nas|moj naslov|moj email|moje podatke|moj enaslov|moj e naslov|nase podatke",
      data: "moje podatke|vse moje podatke|moje osebne podatke|mojih podatkov|mojih osebnih podatkov|moj naslov",
      of: "s|z|iz|s svojega|z vasega|iz vasega|iz vase|s tega|iz svoje|s seznama",
      list: "seznama|liste|baze|baze podatkov|mailing liste|evidence|prejemnikov|seznama prejemnikov|seznamov",
      mails: "sporocil|mailov|eposte|ponudb|reklam|obvestil|sporocila|maile|nicesar|spama",
      any: "vec|nobenih|vasih|teh|dodatnih|takih"
    },
    requests: [
      "odstranite|izbrisite|umaknite|crtajte|odjavite|odstraniti|izbrisati|izbris / <me> / <of> / <list>",
      "<me> / odstranite|izbrisite|umaknete|umaknite|crtate|odstranili|izbrisali / <of> / <list>",
      "izbrisite|odstranite|izbris|izbrisati / <data> / <of>? / <list>?",
      "ne / pisite|kontaktirajte|nadlegujte / mi|me|nam|nas / vec?",
      "mi|me|da mi|da me / vec? / ne / posiljate|pisete|kontaktirate|posiljajte / <any>? / <mails>?",
      "ne / posiljajte / mi|nam? / <any>? / <mails> / vec?",
      "ne / zelim|zelimo / vec? / prejemati|dobivati / od vas? / <any>? / <mails>",
      "nehajte|prenehajte / mi|me|nam|s? / posiljati|pisati|nadlegovati|posiljanjem / <any>? / <mails>?",
      "pustite / me|nas / pri miru",
      "nasprotujem|ugovarjam / obdelavi / <data> / <of>? / <list>?"
    ],
    fillers: [
      "prosim|hvala|lepo prosim|prosimo|hvala vnaprej|takoj|nemudoma|cim prej|v prihodnje|vec|nikoli vec|nikoli|tudi|in|zato|torej|za vedno|samo|ne hvala|od vas|na ta naslov|po eposti|da|vas|zahtevam|zelim|rad bi|v skladu z|na podlagi|skladno z|neumnih|nezelenih|v trzne namene|zadnjic"
    ],
    questions: "ali lahko|lahko|bi lahko|ali bi lahko|vas lahko prosim",
    joins: "in|ker|saj|zato|ali|sicer|ce|razen ce|dokler|ko",
    conditions: "ce|razen ce|dokler|ko|kadar",
    contrasts: "ampak|vendar|razen|samo|ceprav|toda",
    goesOn:
      "poklic*|klic|telefon*|sestanek|cena|cene|ceno|ponudba|ponudbo|ponudbe|demo|pogodba|racun|narocilo|posljite|povejte|dodajte|namesto|zanima|ponedeljek|torek|sreda|sredo|cetrtek|petek|sobota|nedelja|jutri|naslednji teden|pomlad|poletje|jesen|zima|strinjam|priponki|kasneje|nov naslov|uporabite|potrebujemo|vprasanje|da z veseljem",
    reasons:
      "ne|ni|nisem|nismo|nimamo|nic|nikoli|ze|dovolj|brez|spam*|hvala|oprostite|zal|potrd*|razumevanj*|izbris*|zakon*|pokoj*|dobavitelj*|zadovolj*|reklam*",
    threats:
      "prijav*|pritozb*|odvetnik*|pravn*|nezakonit*|pooblascen*|spam*|blokir*|idiot*|neumn*|policij*|sodisc*|kazen|se en|oglasili|gdpr",
    origins: "od kod imate|kje ste|kako ste|kdo vam|zakaj dobivam|kolikokrat"
  }
]
