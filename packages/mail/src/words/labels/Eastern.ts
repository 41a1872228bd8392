/** Words of labels: Polish, Czech, Russian, Turkish. */
import type { LabelWords } from "./LabelWords.ts"

const polish: LabelWords = {
  language: "pl",
  classes: {
    day: "poniedziałek|wtorek|środę|czwartek|piątek|jutro|dziś|przyszłym_tygodniu",
    month: "styczniu|lutym|marcu|kwietniu|maju|czerwcu|lipcu|sierpniu|wrześniu|październiku|listopadzie|grudniu",
    season: "wiosną|latem|jesienią|zimą|wakacjach|świętach",
    time: "roku|kwartale|miesiącu|miesięcy|miesiące|półroczu|2027|2028",
    material: "informacji|informacje|ofertę|oferty|cennik|prezentację|szczegóły|broszurę|materiały|propozycję|umowę",
    talk: "rozmowę|spotkanie|demo|prezentację|termin",
    colleague: "koleżanką|kolegą|koleżanki|kolegi|szefem|działem|działu|panem|panią|pana|pani|zespołu|kierownika"
  },
  self: "mną|mnie|mi|nas|nam|ja|my",
  agrees: [
    "jestem|jesteśmy ~1 zainteresowany|zainteresowana|zainteresowani",
    "^ ~1 chętnie ~1 porozmawiam|porozmawiamy|spotkam|spotkamy|zobaczę|dowiem|poznam|skorzystam|umówię",
    "brzmi|wygląda ~1 ciekawie|dobrze|interesująco|świetnie",
    "umówmy|spotkajmy|porozmawiajmy|zdzwońmy ~3",
    "proszę ~1 zadzwonić|o_telefon|dzwonić ~3",
    "^ tak chętnie|poproszę"
  ],
  requests: [
    "proszę|poproszę|prosimy ~2 o|przesłać|wysłać|przesłanie|podesłać ~3 <material>",
    "czy|kiedy ~1 możemy|możesz|może|moglibyśmy ~3 <talk>|porozmawiać|spotkać",
    "przesłać|wysłać|podesłać ~2 <material>"
  ],
  negations: "nie|nigdy|bez|żadnych|żadnej|niestety|ani",
  refusals: [
    "nie ~2 zainteresowan*|potrzeb*|interesuje",
    "^ nie dziękuję|$",
    "mamy już|już_mamy",
    "zadowoleni|zadowolony",
    "reklamowy|spam|reklama"
  ],
  later: [
    "odezwać|odezwij|kontakt|wrócić|wróćmy|skontaktować|napisać|napisz|zadzwonić|porozmawiać|porozmawiajmy|przypomnieć ~4 <season>",
    "odezwać|odezwij|kontakt|wrócić|wróćmy|skontaktować|napisać|napisz|zadzwonić|porozmawiać|porozmawiajmy|przypomnieć ~4 w|za|po|na ~3 <time>|<month>",
    "może|ewentualnie ~3 później|w_przyszłym|w_następnym|w_<month>",
    "nie ~3 budżetu ~4",
    "za kilka|parę|pół|trzy|sześć miesięcy|miesiące|roku"
  ],
  present: [
    "na|w|obecnie|teraz|chwilowo ~2 razie|chwili|obecnie|teraz ~2 nie",
    "obecnie|teraz|chwilowo|aktualnie ~1 nie",
    "nie ~2 teraz|obecnie|w_tej_chwili|na_razie|w_tym_momencie",
    "zły|nie_najlepszy|niedobry moment|czas"
  ],
  wrongPerson: [
    "nie ~1 mój|moja|moje obszar|działka|zadanie|temat",
    "nie ~2 właściwą|odpowiednią osobą",
    "nie zajmuję się|tym",
    "nie ~1 ja odpowiadam|zajmuję",
    "nie odpowiadam za",
    "zła|niewłaściwa osoba|niewłaściwej_osoby",
    "pomyłka $"
  ],
  left: ["nie ~1 pracuję|pracuje ~1 w|już|tu", "już nie pracuję|pracuje", "odszedłem|odeszłam|odszedł|odeszła z"],
  referral: [
    "tym|tą zajmuje się ~1 <name>|<colleague>",
    "proszę ~1 kontakt z ~1 <name>|<colleague>|panią|panem",
    "proszę ~2 skontaktować|pisać|kontakt|zwrócić|dzwonić|kontaktować|zapytać ~!4 <colleague>|<name>|<address>",
    "przekazałem|przekazałam|przekazuję|przesłałem|przesłałam|przesyłam ~!1 pani|pana|pański|tę|to|twoją|państwa|wiadomość ~4 do|dalej",
    "dodaję|dołączam ~!4 <name>|<colleague>",
    "<name>|<colleague> która|który się tym zajmuje",
    "osobą|odpowiada ~3 jest ~!1 <name>|<colleague>"
  ],
  away: ["jestem|przebywam|będę ~3 urlopie|nieobecny|nieobecna|biurem|delegacji|zwolnieniu"],
  absence: ["urlop*|nieobecn*|delegacji|zwolnieniu", "poza biurem", "wracam|wrócę|powrót ~2"],
  doubts: ["jeśli|jeżeli|gdyby"],
  irony: ["tego mi brakowało", "żart|prawnik"]
}

const czech: LabelWords = {
  language: "cs",
  classes: {
    day: "pondělí|úterý|středu|čtvrtek|pátek|zítra|dnes|příští_týden",
    month: "lednu|únoru|březnu|dubnu|květnu|červnu|červenci|srpnu|září|říjnu|listopadu|prosinci",
    season: "jaře|jaro|létě|léto|podzim|podzimu|zimě|vánocích|prázdninách",
    time: "rok|roce|čtvrtletí|kvartál|měsíc|měsíců|měsíce|pololetí|2027|2028",
    material: "informací|informace|nabídku|ceník|prezentaci|podrobnosti|brožuru|materiály|návrh|smlouvu",
    talk: "schůzku|hovor|demo|ukázku|termín|prezentaci|setkání",
    colleague: "kolegyni|kolegu|kolegyně|kolega|šéfa|oddělení|pana|paní|tým|vedoucího|nadřízeného"
  },
  self: "mě|mi|mne|nás|nám|já|my",
  agrees: [
    "mám|máme|měl_bych|měla_bych|měli_bychom ~1 zájem",
    "zní|vypadá ~1 dobře|zajímavě|skvěle",
    "domluvme|sejděme|zavolejme|spojme ~3",
    "^ ano ~1 rád|ráda|prosím",
    "rád|ráda|rádi ~3 <talk>|dozvím|dozvěděl|dozvěděla|dozvěděli|vyzkouš*",
    "zavolejte mi|nám ~3"
  ],
  requests: [
    "poslat|pošlete|zaslat|zašlete|poslali ~3 <material>",
    "můžeme|mohli_bychom|můžete ~3 <talk>|sejít|zavolat",
    "kdy ~3 <talk>|sejít|čas"
  ],
  negations: "ne|není|nemám|nemáme|nechci|nechceme|nikdy|bez|bohužel|žádné|žádný|nejsem|nejsme",
  refusals: [
    "nemám|nemáme ~2 zájem",
    "nezajímá|nepotřebuj*",
    "^ ne děkuji|$",
    "již|už máme",
    "spokojeni|spokojen",
    "reklama|reklamní|spam"
  ],
  later: [
    "ozvěte|ozvi|kontaktujte|napište|zavolejte|vraťme|vraťte|zkuste|ozvat ~4 na|v|po|za|příští ~3 <time>|<season>|<month>",
    "možná|snad|případně ~2 později|příští|v_<month>|na_<season>",
    "nemáme|není ~3 rozpočet ~4",
    "za několik|pár|šest|půl měsíců|roku"
  ],
  present: [
    "teď|momentálně|nyní|zatím|v_tuto_chvíli|aktuálně ~3 ne|nemáme|nemám|není|nepotřebuj*|neřešíme",
    "ne|není|nemáme ~2 teď|momentálně|nyní|v_tuto_chvíli"
  ],
  wrongPerson: [
    "není|neni ~1 moje|můj|má agenda|oblast|práce|starost",
    "nejsem ~2 správná|správný|vhodná|ten|ta osoba|člověk|kontakt",
    "nemám ~2 na_starosti|na_starost",
    "nezabývám|nezodpovídám|neřeším ~2",
    "špatná osoba|špatný_kontakt|špatnou_osobu"
  ],
  left: ["už|již|tu ~2 nepracuji|nepracuje", "nepracuji|nepracuje ~1 už|již|v", "odešel|odešla z"],
  referral: [
    "má|mají na starosti ~1 <name>|<colleague>",
    "kontaktujte|obraťte|napište|zavolejte|zeptejte ~2 se? ~!3 <colleague>|<name>|<address>",
    "přeposlal|přeposlala|přeposílám|předal|předala|předávám ~!6",
    "přidávám ~!2 <name>|<colleague>|do",
    "<name>|<colleague> ~1 který|která má|se ~2 na_starosti|zabývá|stará"
  ],
  away: ["jsem|budu|čerpám ~4 dovolené|dovolenou|kancelář|nepřítomen|nepřítomna|služební_cestě|nemocný|nemocná"],
  absence: ["dovolen*|nepřítom*|služební_cest*|mateřsk*", "mimo kancelář", "vrátím|zpět"],
  doubts: ["pokud|kdyby|jestli"],
  irony: ["vtip|právník"]
}

const russian: LabelWords = {
  language: "ru",
  classes: {
    day: "понедельник|вторник|среду|четверг|пятницу|завтра|сегодня|следующей_неделе",
    month: "январе|феврале|марте|апреле|мае|июне|июле|августе|сентябре|октябре|ноябре|декабре",
    season: "весной|летом|осенью|зимой|праздников",
    time: "году|года|квартале|месяце|месяцев|месяца|полугодии|2027|2028",
    material: "подробности|информацию|информации|предложение|прайс|прайс_лист|презентацию|материалы|кп|договор|цены",
    talk: "звонок|встречу|демо|созвон|презентацию|встречи",
    colleague: "коллеге|коллегу|коллега|отдел|директору|руководителю|начальнику|команде|менеджеру"
  },
  self: "мне|меня|нам|нас|я|мы",
  agrees: [
    "мне|нам ~1 интересно|интересен|интересна",
    "давайте|предлагаю ~2 созвонимся|встретимся|обсудим|поговорим|назначим ~3",
    "звучит|выглядит ~1 интересно|хорошо",
    "^ да ~1 интересно|давайте|хотелось_бы",
    "готов|готовы|готова ~1 обсудить|встретиться|созвониться|попробовать",
    "хотел|хотела|хотели|хотелось ~1 бы? ~1 узнать_больше|узнать_подробнее|попробовать|встретиться"
  ],
  requests: [
    "пришлите|вышлите|отправьте|присылайте|скиньте|прислать|выслать ~3 <material>",
    "когда|можем|можно ~3 созвониться|встретиться|обсудить|<talk>"
  ],
  negations: "не|нет|никогда|без|ни|увы",
  refusals: [
    "не|неинтерес* ~2 интерес*|нужно|требуется|надо",
    "неинтересно|неинтересен",
    "^ нет",
    "уже есть|работаем|пользуемся|используем",
    "довольны|устраивает",
    "спам|реклама|рекламу"
  ],
  later: [
    "напишите|свяжитесь|вернитесь|вернемся|вернёмся|позвоните|обратитесь|поговорим|обсудим|созвонимся ~5 <season>",
    "напишите|свяжитесь|вернитесь|вернемся|вернёмся|позвоните|обратитесь|поговорим|обсудим|созвонимся ~4 в|через|после ~3 <time>|<month>",
    "может|возможно ~2 позже|в_следующем|осенью|весной",
    "нет|без ~2 бюджета ~4",
    "бюджет ~3 исчерпан|заморожен|распределен",
    "через несколько|пару|полгода|год|три|шесть ~1"
  ],
  present: [
    "сейчас|пока|в_данный_момент|на_данный_момент|временно ~2 не|нет|неактуально|не_актуально",
    "не ~2 сейчас|время|вовремя"
  ],
  wrongPerson: [
    "за это|этот не отвечаю",
    "не ~2 тот|та человек|контакт",
    "не ~1 занимаюсь|отвечаю ~2",
    "ошиблись ~1 адресом|человеком|контактом",
    "не ~2 мой|моя|моей вопрос|зона|компетенции|область",
    "обратились не по_адресу"
  ],
  left: ["больше|уже ~2 не работаю|работает", "уволился|уволилась|ушел_из|ушла_из"],
  referral: [
    "передам|переправлю ~4 руководителю|коллеге|коллегам|директору|отдел",
    "обратитесь|напишите|свяжитесь|позвоните|спросите|обращайтесь ~3 ~!3 <colleague>|<address>",
    "переслал|переслала|пересылаю|передал|передала|передаю|перенаправил|перенаправила ~!6",
    "ставлю|добавляю ~!3 копию",
    "<colleague>|<name> ~1 этим|этими занимается",
    "этим|этими ~1 занимается <name>|<colleague>|наш|наша"
  ],
  away: [
    "я|нахожусь|буду ~3 отпуске|командировке|больничном|декрете",
    "меня ~2 нет|не_будет ~1 офисе|на_месте|в_офисе"
  ],
  absence: ["отпуск*|командировк*|больничн*|декрет*|отсутств*", "нет|не_буду|вне ~1 офисе|офиса|на_месте"],
  doubts: ["если"],
  irony: ["шутка|юрист|роскомнадзор"]
}

const turkish: LabelWords = {
  language: "tr",
  classes: {
    day: "pazartesi|salı|çarşamba|perşembe|cuma|yarın|bugün|gelecek_hafta|haftaya",
    month: "ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık|ocakta|eylülde|ekimde",
    season: "ilkbaharda|yazın|sonbaharda|kışın|bayramdan|yazdan",
    time: "yıl|çeyrek|çeyrekte|ay|aylar|sene|2027|2028",
    material: "bilgi|teklif|fiyat|fiyatları|sunum|broşür|detay|detayları|sözleşme",
    talk: "görüşme|toplantı|demo|randevu|sunum",
    colleague: "meslektaşım|arkadaşım|müdürüm|ekibimize|ekibine|departmanına|departmanımıza|bey|hanım|birimine"
  },
  self: "ben|bana|beni|biz|bize|bizi",
  agrees: [
    "^ ~1 ilgileniyorum|ilgileniyoruz|isterim|isteriz",
    "<day> ~3 görüşelim|konuşalım|buluşalım",
    "^ görüşelim|konuşalım|olur",
    "kulağa ~1 hoş|güzel|iyi",
    "daha fazla bilgi ~1 almak"
  ],
  requests: ["<material> ~3 gönder*|paylaş*|ilet*|yollar*", "ne zaman ~2 görüş*|konuş*|buluş*"],
  negations: "değil|hayır|yok|asla|ilgilenmiyorum|ilgilenmiyoruz|istemiyorum|istemiyoruz|maalesef",
  refusals: [
    "^ hayır",
    "ilgilenmiyor*|istemiyor*",
    "ihtiyacımız|ihtiyacım yok",
    "zaten ~3 var|kullanıyoruz|çalışıyoruz",
    "memnunuz|memnunum"
  ],
  later: [
    "<season> ~3 tekrar|yazın|arayın|yeniden|görüşelim|dönün",
    "gelecek|önümüzdeki|seneye ~1 yıl|ay|çeyrek* ~3 tekrar|yazın|arayın|belki|yeniden|görüşelim|dönün",
    "belki ~2 sonra|gelecek|ileride|seneye|önümüzdeki",
    "bütçe* yok ~3",
    "daha sonra ~2 tekrar|görüşelim|yazın"
  ],
  present: ["şu|bu an|anda|aralar|sıralar|dönem ~3 değil|yok|düşünmüyoruz|gündemimizde", "şimdi|şimdilik ~2 değil|yok"],
  wrongPerson: [
    "benim ~1 görevim|işim|alanım değil",
    "doğru|yetkili|ilgili kişi ben? değil*",
    "yanlış kişi*|kişiye",
    "ben ilgilenmiyorum|bakmıyorum",
    "benim ~2 alanım|görevim|sorumluluğum değil"
  ],
  left: ["artık ~3 çalışmıyor*", "ayrıldım|ayrılmıştır|ayrıldı ~1"],
  referral: [
    "konuyla|bununla|konu ~2 <name> ~2 ilgileniyor|bakıyor",
    "<colleague> ~3 ile|ilgileniyor|bakıyor ~1 iletişime|görüş*|temas*",
    "ile|için ~2 iletişime|irtibata ~1 geç*",
    "ilettim|yönlendirdim|aktardım|iletiyorum|yönlendiriyorum",
    "cc ye ~2 ekliyorum|ekledim"
  ],
  away: ["izindeyim|izinliyim|tatildeyim|seyahatteyim|raporluyum", "ofis|ofisin dışındayım|dışında"],
  absence: ["izinde*|izinli*|tatilde*|seyahatte*|dışındayım|raporlu*"],
  doubts: ["eğer|olsaydı"],
  irony: ["şaka|avukat"]
}

export const eastern: ReadonlyArray<LabelWords> = [czech, polish, russian, turkish]
