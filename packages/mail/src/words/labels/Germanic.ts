/** Words of labels: German, Dutch, Swedish, Danish. */
import type { LabelWords } from "./LabelWords.ts"

const german: LabelWords = {
  language: "de",
  capitalizesNouns: true,
  classes: {
    day: "montag|dienstag|mittwoch|donnerstag|freitag|morgen|heute|nächste_woche|kommende_woche|vormittag|nachmittag",
    month: "januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|jänner",
    season: "frühjahr|frühling|sommer|herbst|winter|ostern|weihnachten|sommerferien|urlaubszeit|sommerpause",
    time: "jahr|jahres|quartal|monat|monaten|monate|halbjahr|jahreswechsel|jahresende|q1|q2|q3|q4|2027|2028",
    material:
      "information*|infos|info|unterlagen|angebot|preisliste|preise|broschüre|präsentation|details|vertrag|material|terminvorschlag|terminvorschläge|konditionen|link",
    talk: "gespräch|termin|telefonat|demo|vorführung|meeting|call|treffen|austausch|test|testzugang|präsentation",
    colleague:
      "kollege|kollegen|kollegin|herr|herrn|frau|chef|chefin|vorgesetzten|team|abteilung|einkauf|geschäftsführer|nachfolger|nachfolgerin|it|leiter|leiterin|vertretung"
  },
  self: "mich|mir|uns|ich|wir|sie_mich|ihren|ihrem",
  agrees: [
    "ja gerne|gern|bitte",
    "^ gerne|gern $",
    "^ sehr gerne|gern",
    "klingt|hört_sich|sieht ~3 gut|interessant|spannend|vielversprechend|super|toll",
    "lassen sie|lass uns ~4 telefonieren|sprechen|treffen|reden|austauschen|machen",
    "wir|ich habe|haben ~2 interesse",
    "wir|ich bin|sind|wäre|wären ~2 interessiert|dabei",
    "^ bin dabei|interessiert",
    "interesse besteht|vorhanden|ja",
    "gern|gerne ~4 telefonieren|sprechen|kennenlernen|<talk>|mehr|ansehen|anschauen|vereinbaren|ausprobieren",
    "rufen|ruf|melden|melde ~2 mich|uns ~1 <day>|an|zurück|gerne|gern",
    "möchte|möchten|würde|würden|will|wollen ~4 mehr|<talk>|testen|ausprobieren|kennenlernen|anschauen|ansehen|bestellen",
    "<talk> vereinbaren|ausmachen|machen",
    "passt mir|uns|gut|<day>",
    "<day> ~4 passt|ginge|geht|würde_passen|hätte_ich_zeit",
    "freue|freuen mich|uns auf ~3 <talk>|gespräch|austausch|angebot",
    "ist ~1 interessant|spannend für uns|mich"
  ],
  requests: [
    "schick*|send*|zusenden|zukommen|übermitteln|mailen ~5 <material>",
    "<material> ~3 schick*|send*|zusenden|zuschicken|zukommen|übersenden|mailen|machen|erstellen|unterbreiten",
    "wann hätten|haben|können|könnten|passt|wären ~4 zeit|sprechen|telefonieren|treffen|<talk>|ihnen|verfügbar",
    "können|könnten|kann wir|sie ~5 <talk>",
    "können|könnten wir ~4 telefonieren|sprechen|treffen",
    "wie geht es weiter",
    "bitte um|ich_bitte_um ~3 <material>|<talk>|rückruf",
    "passt ihnen|dir ~3 <day>"
  ],
  negations:
    "nicht|nein|kein|keine|keinen|keinem|keiner|nie|niemals|ohne|leider|weder|nichts|kaum|ob|verzichte|verzichten",
  refusals: [
    "kein|keine|keinerlei ~2 interesse|bedarf|verwendung|verwenden",
    "nicht ~3 interessiert|interessant|relevant|benötigt|gebraucht",
    "^ nein",
    "bereits|schon ~4 versorgt|lösung|anbieter|partner|system|dienstleister|abgedeckt|im_einsatz",
    "zufrieden",
    "passt nicht|nicht_zu_uns",
    "zu teuer|aufwendig|aufwändig|groß",
    "verzichten|verzichte|ablehnen|absagen",
    "brauchen|benötigen ~3 nicht|kein*",
    "danke nein|nein_danke",
    "werbung|werbemail|spam|unverlangt*|lächerlich"
  ],
  later: [
    "melden|meld|melde|fragen|frag|kommen|komm|kontaktieren|schreiben|rufen|versuchen|probieren|sprechen|reden|schauen|wiedervorlage|zurück ~6 im|in|nächst*|nach|ab|ende|anfang|erst|kommend* ~4 <time>|<season>|<month>",
    "im|in|nächst*|nach|ab|ende|anfang|kommend* ~3 <time>|<season>|<month> ~4 melden|wieder|nochmal|nochmals|noch_einmal|erneut|gern|gerne|vielleicht",
    "vielleicht|eventuell|evtl|ggf|gegebenenfalls ~3 später|nächst*|in_einigen|im_<season>|im_<month>|zu_einem_späteren",
    "später ~3 wieder|nochmal|noch_einmal|erneut|melden|zurück",
    "budget* ~5 ausgeschöpft|aufgebraucht|eingefroren|verplant|vergeben|gesperrt",
    "kein|keine ~2 budget* ~6",
    "gern|gerne|erst|wieder im|in|nächst* ~2 neuen? <time>|<season>|<month>",
    "zu einem späteren zeitpunkt",
    "kommen ~5 auf sie zurück",
    "noch|bis|vertrag* ~5 bis ~3 gebunden|<month>|<time>"
  ],
  present: [
    "im|zum|zur moment|augenblick|zeit|zeitpunkt|aktuellen_zeitpunkt ~5 nicht|kein*|noch_nicht",
    "momentan|derzeit|aktuell|zurzeit|gerade|vorerst|gegenwärtig|jetzt ~6 nicht|kein*|schlecht|ungünstig",
    "nicht|kein* ~3 momentan|derzeit|aktuell|zurzeit|gerade|jetzt|im_moment|im_augenblick",
    "zeitpunkt|timing ist|passt|wäre ~2 ungünstig|schlecht|nicht|falsch|unpassend",
    "schlechter|ungünstiger|falscher|unpassender zeitpunkt",
    "noch zu früh"
  ],
  wrongPerson: [
    "bin ~2 der|die falsche|falscher",
    "entscheide ~3 nicht",
    "nur praktikant|praktikantin|werkstudent|aushilfe",
    "gehört nicht zu_meinen|in_meinen",
    "nicht ~4 richtige|richtiger|richtigen|passende|korrekte|zuständige|zuständiger ansprechpartner*|person|kontakt|adresse|adressat|stelle",
    "nicht ~2 ansprechpartner*",
    "nicht|nicht_mehr ~3 zuständig|verantwortlich|befasst",
    "falsche|falschen|falscher|falsch ~2 person|ansprechpartner*|kontakt|adresse|verbunden|abteilung|adressat",
    "den|die|dem falschen|falsche|falscher $|erwischt|angeschrieben",
    "bei mir|uns ~3 falsch|nicht_richtig",
    "sie sind|da_sind_sie ~2 falsch ~2 mir",
    "habe|hab ~4 nichts ~2 zu_tun",
    "nicht ~2 in_meinen_bereich|mein_bereich|mein_thema|meine_aufgabe|in_meine_zuständigkeit",
    "fällt nicht in"
  ],
  left: [
    "nicht|nicht_mehr mehr? ~3 bei|für|in|im ~4 tätig|beschäftigt|angestellt|unternehmen",
    "arbeite|arbeitet|bin|ist ~3 nicht mehr ~2 bei|für|im|tätig|beschäftigt|in|hier",
    "habe|hat ~5 unternehmen|firma ~3 verlassen",
    "ausgeschieden|im_ruhestand|in_rente"
  ],
  referral: [
    "das|dies|darüber macht|entscheidet|übernimmt|betreut ~3 <colleague>",
    "sprechen|sprich|reden|rede ~2 bitte? mit ~!2 <colleague>",
    "<colleague> ~3 entscheidet|betreut|macht_das",
    "wenden|wende|richten ~2 sich|dich|ihre|deine|sie ~6 an ~!2 <colleague>|<name>|<address>",
    "kontaktieren|kontaktiere|fragen|fragen_sie|anrufen|ansprechen|schreiben ~3 <colleague>|<address>",
    "<colleague> ~5 kontaktieren|ansprechen|anschreiben|fragen|wenden",
    "ansprechpartner*|zuständig|verantwortlich ~4 ist|sind|wäre|hierfür ~3 <colleague>|<address>",
    "<colleague> ~3 zuständig|verantwortlich|ansprechpartner*|kümmert",
    "weitergeleitet|weitergegeben|leite|gebe|weiterleiten ~8 weiter|an ~!3",
    "habe|hab|leite|gebe|werde ~4 mail|e_mail|email|nachricht|anfrage|anschreiben|das|es|sie ~6 weitergeleitet|weitergegeben|weiterleiten|weiter|weitergeben",
    "nehme|setze|hole|füge ~!5 cc|kopie|verteiler|dazu|hinzu",
    "in|im cc|kopie ~2 <colleague>|<name>|mein|meine",
    "kümmert sich|um ~2"
  ],
  away: [
    "bin|befinde ~6 urlaub|elternzeit|mutterschutz|dienstreise|geschäftsreise|ferien|krankgeschrieben|außer_haus|abwesend",
    "bin|befinde ~6 nicht im|am büro|haus|platz|arbeitsplatz|hause",
    "bin|bis|ab ~6 wieder ~2 im|am|zurück|da|erreichbar|haus|büro",
    "^ im urlaub|bis",
    "bin ~2 krank"
  ],
  absence: [
    "urlaub*|elternzeit|mutterschutz|dienstreise|geschäftsreise|abwesen*|ferien|betriebsferien|betriebsurlaub|krankgeschrieben|außer_haus|feiertag*",
    "nicht im|am|an büro|haus|platz|arbeitsplatz|hause|meinem",
    "wieder ~3 im|am|zurück|da|erreichbar",
    "eingeschränkt*|keinen ~2 zugriff|zugang"
  ],
  doubts: ["wenn|falls|sofern"],
  irony: [
    "na toll",
    "darauf habe ich",
    "witz|lustig|anwalt|abmahnung|datenschutzbehörde",
    "sankt nimmerleinstag",
    "hölle"
  ]
}

const dutch: LabelWords = {
  language: "nl",
  classes: {
    day: "maandag|dinsdag|woensdag|donderdag|vrijdag|morgen|vandaag|volgende_week",
    month: "januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december",
    season: "voorjaar|lente|zomer|najaar|herfst|winter|kerst|pasen|vakantie",
    time: "jaar|kwartaal|maand|maanden|halfjaar|q1|q2|q3|q4|2027|2028",
    material:
      "informatie|info|offerte|prijslijst|prijzen|brochure|presentatie|documentatie|voorstel|contract|details|aanbod",
    talk: "gesprek|afspraak|demo|demonstratie|call|belafspraak|kennismaking|meeting",
    colleague:
      "collega|collega's|heer|mevrouw|mijnheer|team|afdeling|manager|directeur|baas|inkoop|opvolger|leidinggevende"
  },
  self: "mij|me|ons|ik|wij|uw",
  agrees: [
    "ik|wij|we heb|hebben|ben|zijn ~3 interesse|geïnteresseerd",
    "klinkt|lijkt ~2 goed|interessant|leuk|prima|me_goed|ons_goed",
    "laten we|ons ~3 bellen|afspreken|praten|spreken|inplannen|plannen",
    "graag ~4 <talk>|meer|kennismaken|bellen|afspreken",
    "^ ja? graag $",
    "bel|belt me|mij|u_mij|ons ~2 <day>|maar|gerust|terug",
    "wil|willen|zou|zouden ~3 graag ~3 weten|<talk>|proberen|testen|zien",
    "<talk> ~1 inplannen|maken|plannen"
  ],
  requests: [
    "stuur|sturen|mail|mailen|toesturen|opsturen ~5 <material>",
    "<material> ~4 sturen|toesturen|mailen|opsturen|toezenden|ontvangen|maken",
    "kunt|kun|kunnen|zullen u|je|we|wij ~4 <talk>|bellen|afspreken",
    "wanneer ~4 <talk>|bellen|tijd|beschikbaar|afspreken"
  ],
  negations: "niet|geen|nee|nooit|zonder|helaas|niets|niemand",
  refusals: [
    "geen ~3 interesse|behoefte|belangstelling",
    "niet ~2 geïnteresseerd|interessant|relevant|nodig",
    "^ nee",
    "hebben|heb al|reeds ~3",
    "tevreden",
    "te duur",
    "reclame*|spam"
  ],
  later: [
    "neem|probeer|kom|bel|mail|vraag|benader|terugkomen|contact|bellen|spreken|terug ~6 in|na|over|volgend*|eind|begin ~4 <time>|<season>|<month>",
    "in|na|over|volgend*|eind|begin ~2 <time>|<season>|<month> ~5 terug|opnieuw|nog_eens|contact|weer",
    "misschien|wellicht|mogelijk ~2 later|volgend*|over_een|in_het|in_<month>",
    "geen ~3 budget ~5",
    "budget* ~3 op|besteed|bevroren|verdeeld",
    "later ~3 terug|nog_eens|opnieuw|weer|contact"
  ],
  present: [
    "op|voor dit|het moment|ogenblik ~5 niet|geen",
    "nu|momenteel|voorlopig|vooralsnog|thans ~3 niet|geen|even_niet",
    "niet nu",
    "niet ~3 op_dit_moment|momenteel|juiste_moment|goed_moment|goede_moment",
    "timing|moment ~2 niet|slecht|ongelukkig|verkeerd*"
  ],
  wrongPerson: [
    "niet ~1 mijn afdeling|terrein|taak|werk",
    "niet ~3 juiste|goede persoon|contactpersoon|aanspreekpunt|adres",
    "ga ik niet over|ik_niet_over",
    "niet ~2 verantwoordelijk|over_dit|mijn_afdeling|mijn_vakgebied",
    "verkeerde persoon|contactpersoon|adres|afdeling|voor",
    "niets ~2 mee te maken"
  ],
  left: [
    "werk|werkt|werkzaam ~2 niet meer ~2 bij|voor|hier|<name>",
    "niet meer|langer ~1 werkzaam|in_dienst",
    "uit dienst"
  ],
  referral: [
    "moet|kunt|kun|kan u|je ~2 bij|naar|met <name>|<colleague> ~2 zijn|terecht|overleggen",
    "<colleague> ~1 ~1 wel|gaat",
    "mailen|schrijven|richten naar|aan ~!2 <address>|<colleague>|<name>",
    "neem|neemt|nemen ~3 contact op|opnemen met ~!2 <colleague>|<name>|<address>",
    "contact ~2 opnemen met ~!2 <colleague>|<name>|<address>",
    "kunt|kan|kun|beter ~3 <name>|<colleague> ~1 ~1 mailen|bellen|benaderen|vragen|contacteren",
    "doorgestuurd|doorgezet|doorgegeven|doorsturen ~2 aan|naar",
    "stuur|zet|geef ~4 door|doorgestuurd ~1 aan|naar",
    "zet|neem|voeg ~2 ~!2 cc|kopie|toe",
    "zet|neem|voeg <name> ~3 cc|kopie|toe",
    "<colleague> ~3 gaat_hierover|verantwoordelijk|gaat_over"
  ],
  away: [
    "ben ~5 vakantie|afwezig|verlof|zwangerschapsverlof|ouderschapsverlof|zakenreis|ziek",
    "ben ~5 niet op|aanwezig kantoor",
    "ben ~4 weer ~2 op_kantoor|terug|bereikbaar|aanwezig"
  ],
  absence: [
    "vakantie|afwezig*|*verlof|verlof|zwangerschapsverlof|ouderschapsverlof|ouderschapsverlof|zakenreis",
    "niet op kantoor|aanwezig",
    "weer ~2 terug|bereikbaar|aanwezig"
  ],
  doubts: ["als|indien|mits"],
  irony: ["daar zat ik", "grap|advocaat|lachen"]
}

const swedish: LabelWords = {
  language: "sv",
  classes: {
    day: "måndag|tisdag|onsdag|torsdag|fredag|imorgon|idag|nästa_vecka",
    month: "januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december",
    season: "vår|våren|sommar|sommaren|höst|hösten|vinter|jul|semestern",
    time: "år|kvartal|månad|månader|halvår|årsskiftet|2027|2028",
    material: "information|info|offert|prislista|priser|broschyr|presentation|material|förslag|avtal",
    talk: "möte|samtal|demo|träff|avstämning",
    colleague: "kollega|kollegor|chef|chefen|team|avdelning|efterträdare|inköp"
  },
  self: "mig|oss|jag|vi|dig",
  agrees: [
    "jag|vi är ~2 intresserad|intresserade",
    "låter|verkar|ser ~1 bra|intressant|spännande",
    "ja gärna|tack",
    "boka|bokar|ta|ha ~2 ~1 <talk>",
    "ring mig|oss ~2 <day>|gärna",
    "vill|skulle_vilja ~2 veta_mer|ha_mer|se|testa|boka"
  ],
  requests: ["skicka|maila|mejla ~4 <material>", "kan|kunde vi|du ~3 <talk>", "när ~3 <talk>|träffas|prata"],
  negations: "inte|ej|ingen|inget|inga|nej|aldrig|utan|tyvärr",
  refusals: [
    "inte|ej ~2 intresserad*|intressant|aktuellt|behov",
    "inget|ingen ~1 intresse|behov",
    "^ nej",
    "har redan",
    "nöjda|nöjd"
  ],
  later: [
    "hör|återkom|kontakta|ring|mejla|maila|kom|fråga|prata|ta ~4 i|till|efter|nästa|om ~3 <time>|<season>|<month>",
    "kanske ~2 senare|nästa|i_höst|till_hösten|efter",
    "ingen|inte|inget ~2 budget ~4",
    "senare ~2 i_år|återkom"
  ],
  present: [
    "inte ~2 just_nu|nu|för_tillfället|för_närvarande|i_nuläget|läge",
    "just nu|tillfället ~2 inte|ej",
    "tajming*|timing* ~2 fel|dålig|inte"
  ],
  wrongPerson: [
    "inte ~1 mitt|mina område|bord|ansvar|uppgifter",
    "inte|fel ~2 rätt person|kontakt|kontaktperson",
    "fel person|kontakt|kontaktperson|avdelning",
    "inte ~2 ansvarig|mitt_område|mitt_bord"
  ],
  left: ["jobbar|arbetar ~1 inte längre ~1 på|hos|kvar|här", "har slutat", "inte längre anställd"],
  referral: [
    "är ~!2 <colleague> ~1 som",
    "prata|snacka|tala med ~!1 <name>|<colleague>",
    "kontakta|mejla|maila|ring|fråga|prata_med ~1 ~!1 <colleague>|<name>|<address>",
    "vidarebefordrat|vidarebefordrar|skickat_vidare|skickar_vidare ~4",
    "lägger|lägger_till|sätter|kopierar ~!2 kopia|cc|på_kopia|in",
    "<colleague> ~2 ansvarar|ansvarig"
  ],
  away: ["är ~3 semester|ledig|föräldraledig|tjänsteresa|sjuk|bortrest ~3", "är ~1 inte ~1 på|kontoret ~1 kontoret ~2"],
  absence: ["semester|ledig*|föräldraledig*|tjänsteresa|frånvaro*|tillbaka|bortrest", "inte på kontoret"],
  doubts: ["om ni|du|vi|det|jag"],
  irony: ["skämt|skämtar|advokat"]
}

const danish: LabelWords = {
  language: "da",
  classes: {
    day: "mandag|tirsdag|onsdag|torsdag|fredag|i_morgen|i_dag|næste_uge|neste_uke",
    month: "januar|februar|marts|mars|april|maj|mai|juni|juli|august|september|oktober|november|december|desember",
    season: "foråret|forår|sommer|sommeren|efteråret|efterår|høst|høsten|vinter|jul|ferien|vår|våren",
    time: "år|kvartal|måned|måneder|halvår|årsskiftet|2027|2028",
    material:
      "information|informasjon|oplysninger|info|tilbud|prisliste|priser|brochure|brosjyre|præsentation|presentasjon|materiale|forslag",
    talk: "møde|møte|samtale|demo|snak|prat",
    colleague: "kollega|kolleger|chef|sjef|team|afdeling|avdeling|efterfølger|etterfølger|indkøb|innkjøp"
  },
  self: "mig|meg|os|oss|jeg|vi|dig|deg",
  agrees: [
    "jeg|vi er ~2 interesseret|interesserede|interessert",
    "lyder|ser|høres ~2 godt|interessant|spændende|bra|spennende",
    "^ ja tak|gerne|gjerne|takk",
    "lad|la os|oss ~3 <talk>|tale|snakke|tales|ta",
    "ring ~2 mig|meg ~2 <day>|gerne|gjerne",
    "vil gerne|gjerne ~3 høre_mere|vide_mere|vite_mer|<talk>|se|prøve"
  ],
  requests: ["send|sende ~4 <material>", "kan vi|du|i|dere ~3 <talk>", "hvornår|når ~3 <talk>|mødes|møtes"],
  negations: "ikke|ingen|intet|nej|nei|aldrig|aldri|uden|uten|desværre|dessverre",
  refusals: [
    "ikke ~2 interesse*|interessant|aktuelt|relevant|behov",
    "ingen|intet interesse|behov",
    "^ nej|nei",
    "har allerede",
    "tilfreds|tilfredse|fornøyd"
  ],
  later: [
    "vend|vende|kontakt|ring|skriv|kom|prøv|spørg|spør|tag|ta|tale|snakke|høre|hør ~4 i|til|efter|etter|næste|neste|om ~3 <time>|<season>|<month>",
    "måske|kanskje ~2 senere|næste|neste|til_<season>",
    "ikke|ingen|intet ~2 budget|budsjett ~4",
    "vend|vende|kom|kontakt ~2 tilbage|tilbake|igen|igjen ~2 senere|til|i|næste|neste"
  ],
  present: [
    "ikke ~2 lige_nu|nu|nå|akkurat_nå|i_øjeblikket|for_øjeblikket|for_tiden|på_nuværende|for_øyeblikket",
    "timingen|tidspunktet ~2 ikke|dårligt|forkert|dårlig|feil"
  ],
  wrongPerson: [
    "ikke ~1 mit|mitt bord|område|ansvar",
    "ikke ~1 mig|meg ~1 bestemmer",
    "ikke ~2 rette|rigtige|riktige|riktig person|kontakt|kontaktperson",
    "forkert|forkerte|feil person|kontakt|kontaktperson|afdeling|avdeling",
    "ikke ~2 ansvarlig|mit_område|mitt_område|mit_bord"
  ],
  left: [
    "arbejder|arbeider|jobber ~1 ikke længere|lenger|mere ~1 hos|i|for|her",
    "ikke længere|lenger ansat|ansatt",
    "er stoppet|har_sluttet|har_forladt"
  ],
  referral: [
    "snak|tal|prat|snakk med ~!1 <name>|<colleague>",
    "sender|sendte|har_sendt ~2 videre",
    "kontakt|kontakte|ring_til|skriv_til|spørg|spør|tag_fat_i|ta_kontakt_med ~2 ~!1 <colleague>|<name>|<address>",
    "videresendt|videresender|sendt_videre|sender_videre|givet_videre ~4",
    "sætter|setter|tilføjer|legger ~!2 cc|kopi|på_kopi|til",
    "<colleague> ~2 ansvarlig|står_for"
  ],
  away: [
    "er ~3 ferie|orlov|barsel|permisjon|tjenesterejse|forretningsrejse|syg|syk|fraværende|bortrejst ~3",
    "er ~1 ikke ~1 på|kontoret ~1 kontoret ~2"
  ],
  absence: [
    "ferie|orlov|barsel*|permisjon|foreldrepermisjon|tjenesterejse|fravær*|bortrejst|tilbage_på|tilbake_på",
    "ikke på kontoret"
  ],
  doubts: ["hvis", "om du|i|vi|det|dere"],
  irony: ["sjov|advokat"]
}

export const germanic: ReadonlyArray<LabelWords> = [danish, german, dutch, swedish]
