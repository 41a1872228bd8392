/** Requests to stop in whole sentences, in Germanic languages. See `OptOutLanguage.ts`. */
import type { Sentences } from "./OptOutLanguage.ts"

export const germanicSentences: ReadonlyArray<Sentences> = [
  {
    language: "en",
    classes: {
      me: "me|us|myself|my name|our name|my address|our address|my email|our email|my email address|our email address|my mail address|my contact details|my details|my contact|my contact information|my info|my information|my data|our data|my personal data|all my data|my company|our company|our organisation|our organization|this address|this email|this email address|this mailbox|my record|my records|my entry|all of my data|me and my company",
      data: "my data|our data|my personal data|all my data|all of my data|my address|our address|my email address|our email address|my details|our details|my contact details|all my details|my personal information|my information|my personal details|my contact information|all data you have on me|all data about me|all data you hold about me|any data you hold on me|any data you hold about me|any data you have on me|any data you have about me|all the data you have on me|all information you have about me|this address|this email address",
      the: "your|this|the|these|those|any|all|all your|all of your|any of your|whatever|every|that|any and all|all other|any other",
      kind: "mailing|mail|email|emailing|contact|contacts|distribution|marketing|sales|prospect|prospecting|newsletter|subscriber|outreach|calling|lead|client|customer|address|future|recipient|further|advertising|promotional|automated|cold|other",
      list: "list|lists|database|databases|mailings|mailing|newsletter|newsletters|system|systems|records|crm|campaign|campaigns|sequence|sequences|address book|emails|mails|communications|correspondence|files|outreach|messages",
      mails:
        "emails|email|mails|mail|messages|message|newsletters|newsletter|mailings|mailing|spam|communications|communication|correspondence|solicitations|advertising|advertisements|ads|marketing|junk|rubbish|crap|garbage|follow ups|pitches|sales pitches|stuff|nonsense|bullshit|offers|promotions|shit",
      more: "any|more|further|any more|any further|anymore|other|any other|such|these|your|any such|this|that|another|any of your|any of these|a single|one more|additional|any additional|those|all these|all those|all your|all this|your damn",
      not: "do not|dont|never|not to|to not|never to|you not|no longer|must not|may not|shall not|do not ever|dont ever|dont you|don not",
      write:
        "email|mail|contact|message|write|write to|follow up|follow up with|approach|reach out to|bother|spam|get in touch with|pester|harass|solicit|send anything to|send mail to|send emails to|communicate with|disturb|try to contact|attempt to contact",
      writing:
        "emailing|mailing|contacting|messaging|writing|writing to|spamming|bothering|pestering|harassing|soliciting|reaching out to|sending mail to|sending emails to|sending anything to|communicating with|disturbing|annoying"
    },
    requests: [
      "remove|delete|erase|take|drop|strike|get|cross|removing|deleting|taking|erasing|dropping|purge|wipe|exclude|excluding|unsubscribe|unsubscribing / <me> / from|off|off of|out of|on / <the>? / <kind>? / <list>",
      "delete|erase|remove|purge|destroy|wipe|deleting|erasing|removing|the deletion of|the erasure of|the removal of / <data> / from|in? / <the>? / <kind>? / <list>?",
      "unsubscribe|unsubscribing|unlist|deregister|opt / <me> / out? / from|of? / <the>? / <kind>? / <list>?",
      "i|we / want to|would like to|d like to|wish to|hereby / unsubscribe|opt out / from|of? / <the>? / <kind>? / <list>?",
      "i|we|my name|my address|my email address|our company / want to|would like to|d like to|wish to|demand to|request to|ask to|asked to|have asked to|insist to|expect to|need to|prefer to|would prefer to|should|must|have to / be / removed|deleted|taken off|unsubscribed|excluded|taken out|erased|dropped|left alone|left in peace / from|of|off|out of? / <the>? / <kind>? / <list>?",
      "stop|cease|quit|refrain from|desist from|stopping|cease and desist from|give up / <writing> / <me>|me and my colleagues|my colleagues|our team|people|everyone here|anyone here",
      "stop|cease|quit|refrain from|desist from|stopping / sending / <me>|to me|me any? / <more>? / <kind>|unsolicited? / <mails>|these|this|those|them|it|anything",
      "stop|cease|quit / sending / <more>|the? / <kind>|unsolicited? / <mails>",
      "stop|cease|cease and desist|desist from / <more>|all|this|any? / <kind>|unsolicited? / communications|communication|correspondence|contact|emails|mails|mailings|messages|solicitation|outreach|spam / with|to? / <me>?",
      "<not> / <write> / <me>|anyone at our company|anyone here|my colleagues or me|me or my colleagues",
      "<not> / send / <me>|to me / <more>? / <kind>|unsolicited? / <mails>|anything|anything else|anything again",
      "<not> / send / any|more|further|any more|any further|such|any such / <kind>|unsolicited? / <mails> / to me|to us?",
      "i|we / do not|dont|no longer|never|do no longer|did not|refuse|have no wish|have no desire / want|wish|like|care|agree|consent|ask? / to? / receive|get|have|see|be sent|receiving / <more>? / <kind>|unsolicited? / <mails>|anything|anything else|anything more|more|any|this",
      "i|we / do not|dont|no longer|do no longer|never / want|wish for|need / <more>? / <kind>|unsolicited? / emails|email|mails|mail|messages|newsletters|newsletter|spam|mailings",
      "i|we / do not|dont|no longer|do no longer|never / want|wish|care|need / to / hear / from / you|your company|you people|your team|you guys",
      "i|we / do not|dont|no longer|do no longer|never / want|wish|like|agree|consent|consented / to be / contacted|emailed|approached|mailed|solicited|bothered|spammed|on|part of|included in|subscribed to / <the>? / <kind>? / <list>?",
      "i|we? / would|d? / prefer|like|rather|want|appreciate / not|to not|never / to? / receive|be contacted|hear from you|get|be emailed / <more>? / <kind>? / <mails>?",
      "i|we / do not|dont|no longer|would prefer that|d rather / want|wish|like? / you|you people|anyone|your company / to|not to|not? / <write> / <me>",
      "no more|no further|no future / of? / your|these|such? / <kind>|unsolicited? / emails|mails|messages|mail|email|spam|newsletters|mailings|communication|correspondence|solicitations",
      "lose|forget / my|our / email|number|address|email address|contact details",
      "leave / me|us / alone|in peace|be",
      "<not> / contact|email|write|bother|message|reach out|get in touch|follow up|call / again|any more|anymore|ever again",
      "stop|enough|quit it / with|of / the|your|these|this|all the|all these / <kind>|unsolicited? / <mails>",
      "i|we / object|am objecting|oppose / to? / any|the|all|this? / further|future? / use|processing|storage|use and processing|processing and use|direct marketing|marketing|being contacted|receiving / of? / <data>|such? / for? / the purpose of|the purposes of? / direct|advertising? / marketing|advertising|marketing purposes|advertising purposes|emails|mails?",
      "i|we / withdraw|revoke|hereby withdraw / my|any|all|our / consent|permission",
      "make sure|ensure|see to it|see that|guarantee|confirm|take care / that? / i|we|my address|our address / do not|dont|am not|are not|will not|wont|never|no longer|is not|is no longer / receive|get|hear from|contacted|be contacted|emailed|used / <more>? / <kind>? / <mails>|you|anything|anything else|again?",
      "put|add / me|us / on|to / your|the / do not contact|do not email|do not mail|suppression|no contact|opt out|exclusion|block / list"
    ],
    fillers: [
      "general data protection regulation|data protection act|data protection law|data protection laws|data protection rules|privacy law|privacy laws|privacy act|anti spam act|anti spam law|ccpa|the law|per|uk",
      "please|pls|plz|kindly|thanks|thank you|thx|many thanks|thank you very much|thanks a lot|thanks in advance|thank you in advance|ok|okay|just|simply|also|and|sorry|no|so|then|stop|stop it|stop this|please stop|enough|no thanks|no thank you|therefore|hence|thus|best regards|kind regards|regards|cheers",
      "again|ever again|ever|any more|anymore|any longer|at all|in future|in the future|from now on|going forward|henceforth|further|now|right now|today|immediately|at once|right away|straight away|asap|as soon as possible|without delay|promptly|with immediate effect|effective immediately|once and for all|for good|permanently|forever|at your earliest convenience|under any circumstances|in any form|in any way|by email|by mail|by any means|whatsoever|period|already|finally|completely|entirely|altogether|instantly|this instant|respectfully|politely|first thing|with this|either",
      "i|we / would|d|must|want to|would like to|d like to|wish to|have to|can only|hereby|am|m? / ask|request|demand|insist|kindly ask|hereby request|hereby demand|kindly request|beg|urge|asking|requesting|formally request|instruct / you|that you|that|for|on? / to|that you?",
      "i|we / would like|d like|want|need|expect|require / you to",
      "i|we / would|d|really|would really|will? / appreciate|be grateful|be glad|be obliged|be happy|be thankful / it? / if you|if you could|if you would|if you can|you|being? / please?",
      "it would be|would be|it is|be so / great|nice|appreciated|kind|good|best|kind enough / if you|if you could|if you would|to|as to|and",
      "i|we / asked|have asked|have already asked|already asked|told|have told|have already told|am asking|am telling|ve asked|ve already asked|have repeatedly asked|requested|have requested|ve told / you|your colleague|your colleagues|your company? / once|twice|three times|several times|many times|repeatedly|before|again|politely|nicely|multiple times|already? / to|that you",
      "this is|this was|for? / my|the|our / first|second|third|fourth|fifth|last|final|formal|second and last / request|warning|notice|time i ask you|time i am asking you|time i have asked you|time i asked you|time i ask|time / to|that you?",
      "consider this|treat this as|take this as|consider this email|this is|consider this as / my|a|an|our? / formal|official? / request|notice|opt out request|notification|objection / to|that you|under?",
      "you must|you should|you need to|you have to|you are to|you are required to|you are obliged to|you are kindly asked to|you can|you may|you better|you guys|guys|you people|i hereby|formally|hereby|officially|i must|i have to|we must|i formally",
      "in accordance with|according to|pursuant to|under|as per|in line with|based on|as required by|on the basis of|in compliance with|exercising my rights under|exercising my right under|by virtue of|with reference to|and|of|my right under|my rights under / the|eu|uk|my right to object under?",
      "i am writing to|i write to|just writing to|this is to|to be clear|as i said|as mentioned|as requested|as already said|for the last time|for the second time|for the third time|one last time|once more|last warning|final warning|seriously|honestly|for gods sake|for heavens sake|for fucks sake|ffs|for the love of god|if possible|if you dont mind|if you can|let me be clear|last chance",
      "damn|goddamn|fucking|bloody|stupid|silly|annoying|useless|ridiculous|unsolicited|unwanted|spam|spammy|crappy|shitty|idiot|idiots|you idiot|you idiots|spammer|spammers|you spammers|you spammer|fuck off|piss off|get lost|moron|morons|you moron|sir|madam|dude|man|mate|bro|the hell|the fuck|lousy|sick|pathetic",
      "from you|from your company|from your organisation|from your organization|from your side|of yours|to me|to us|with me|with us|from you people|from your team|sent by you|to my inbox|to this address|to my address|to my email address|to our address|to this email|to my email|to my company|from anyone at your company|from this company|from this sender|from your systems|from you guys|or anyone else here|or my colleagues|about this|regarding this|about your products|about your services|about your product|about your service|with your offers|about your offers|for marketing purposes|for advertising purposes|for marketing|for direct marketing|by you|or your company|or your partners|and your partners"
    ],
    questions:
      "can you|could you|would you|will you|would you mind|can you guys|could you guys|are you able to|would it be possible to|would you be so kind as to|would you be so kind and|may i ask you to|can i ask you to|could i ask you to|may we ask you to|can we ask you to|could we ask you to|is it possible to",
    joins: "and|because|as|since|so|therefore|hence|or|otherwise|while|thus|given that|due to|or else|nor",
    conditions: "if|unless|until|till|once|provided|in case|as soon as|assuming",
    contrasts: "but|however|except|although|though|yet|apart from|only|unless|instead",
    goesOn:
      "will|ll|call|calls|phone|meeting|meet|price|prices|pricing|quote|offer|demo|contract|invoice|order|send|tell me|let me know|add|instead|interested|looking forward|talk|speak|schedule|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|next week|next month|next year|agree|happy to|glad to|attached|proceed|thread|keep|forward|replace|later|use|new address|below|please|need|question|questions|works for|invite|spring|summer|autumn|winter|quarter|yes|sounds|can you|could you|go ahead|suits|confirmed|newsletter only",
    reasons:
      "not|no|never|dont|doesnt|didnt|isnt|arent|wont|cannot|cant|havent|hasnt|wasnt|werent|nothing|nobody|without|nor|neither|already|enough|irrelevant|unsolicited|spam*|thank*|thx|sorry|confirm*|understand*|annoy*|waste|stop*|legal*|law|retired|closed|happy with|supplier*|provider*|vendor*|luck|fed up|tired of|sick of|cooperation|unsubscribe*|delete*|remove*|mark",
    threats:
      "report|reported|reporting|complain*|block*|spam*|legal|lawyer*|attorney*|solicitor|sue|court|authority|authorities|fined|law|laws|junk|police|illegal*|unlawful*|harass*|idiot*|stupid|moron*|fuck*|shit*|bullshit|changes|needs change|need arises|get in touch|be in touch|reach out|contact you|come back to you|ico|ftc|regulator|violat*|one more|another email|another mail|another message|email me again|contact me again|write to me again|mail me again|hear from you again|gdpr|rights",
    origins:
      "where did you get|how did you get|where do you have|where have you got|who gave you|where did you find|how did you find|source of|why am i|why do i|why are you|why do you|how many times|how often|what part of|which part of|are you serious|are you kidding|are you deaf|do you understand|do you not|dont you|understood|is that clear|get it"
  },
  {
    language: "de",
    classes: {
      me: "mich|uns|mir|meine adresse|unsere adresse|meine emailadresse|meine mailadresse|unsere emailadresse|unsere mailadresse|meine email adresse|diese adresse|diese emailadresse|diese mailadresse|meinen namen|unseren namen|meine email|meine daten|unsere daten|meinen kontakt|meine kontaktdaten|unsere kontaktdaten|unsere firma|unser unternehmen|alle meine daten",
      data: "meine daten|unsere daten|alle meine daten|alle daten|meine personenbezogenen daten|meine adresse|meine emailadresse|meine mailadresse|meine kontaktdaten|unsere kontaktdaten|unsere adresse|unsere mailadresse|unsere emailadresse|samtliche daten|samtliche daten von mir|samtliche meiner daten|alle uber mich gespeicherten daten|alle zu mir gespeicherten daten|samtliche zu mir gespeicherten daten|alle daten von mir|alle daten zu meiner person|alle bei ihnen gespeicherten daten|die zu mir gespeicherten daten|die uber mich gespeicherten daten",
      from: "aus|von|vom|aus dem|aus der|von der|aus ihrem|aus ihrer|aus ihren|von ihrem|von ihrer|von ihren|aus eurem|aus eurer|aus euren|von eurer|von eurem|aus deinem|aus deiner|von deiner|aus diesem|aus dieser|von dieser|von diesem|aus allen|von allen|in ihrem|in ihrer|aus allen ihren|von allen ihren|aus den",
      list: "liste|listen|verteiler|verteilern|verteilerliste|verteilerlisten|mailverteiler|emailverteiler|mailingliste|mailinglisten|mailing liste|mailing list|datenbank|datenbanken|newsletter|adressbuch|kartei|adressliste|emailliste|mailliste|system|systemen|kontaktliste|kundenkartei|crm|werbeverteiler|newsletterverteiler|adressverteiler|datenbestand|akquiseliste|mailings|sequenz|kampagne",
      mails:
        "emails|mails|email|mail|nachrichten|nachricht|werbung|newsletter|werbemails|werbeemails|werbenachrichten|post|schreiben|angebote|mailings|mailing|zusendungen|informationen|spam|spammails|anfragen|infos|kontaktaufnahmen|kontaktaufnahme|anschreiben|werbeanrufe|elektronische post|akquisemails|kontaktversuche|mull|zeug|scheiss|quatsch",
      more: "weiteren|weitere|mehr|derartigen|solchen|solche|derartige|diese|eure|ihre|deine|dieser|irgendwelche|unaufgeforderten|unverlangten|unerwunschten|unerwunschte|jegliche|jede weitere|jede|alle|ihren|euren|kunftigen",
      again:
        "nicht mehr|nie wieder|nie mehr|nicht wieder|niemals wieder|nicht noch einmal|nicht weiter|nicht langer|keinesfalls mehr",
      write:
        "schreiben|anschreiben|kontaktieren|anmailen|belastigen|behelligen|anzuschreiben|zu kontaktieren|zu schreiben|zu belastigen|zu behelligen|anschreibt|kontaktiert|schreibt|zumullen|zuspammen|zu bombardieren|bombardieren|erneut anzuschreiben|anzumailen",
      remove:
        "abmelden|austragen|loschen|entfernen|streichen|nehmen|herausnehmen|rausnehmen|abzumelden|auszutragen|zu loschen|zu entfernen|zu streichen|zu nehmen|herauszunehmen|rauszunehmen|heraus zu nehmen|heraus nehmen|raus nehmen|raus|rauslöschen|geloscht werden|entfernt werden|gestrichen werden|ausgetragen werden|genommen werden|loscht|entfernt|streicht|nehmt|austragt|umgehend loschen|tilgen"
    },
    requests: [
      "<me>|ich / <from> / <list> / <remove>",
      "<from> / <list> / <remove>",
      "<data> / bitte|sofort|umgehend|unverzuglich|vollstandig? / loschen|zu loschen|geloscht werden|zu entfernen|loscht|aus ihrem system loschen|aus ihren systemen zu loschen|aus ihrer datenbank zu loschen|aus ihrer datenbank loschen",
      "streichen sie|streicht|streiche|loschen sie|loscht|losche|losch|entfernen sie|entfernt|entferne|nehmen sie|nehmt|nimm|tragen sie|tragt|trag|melden sie|meldet|melde|werfen sie|schmeisst|schmeissen sie / <me> / <from> / <list> / heraus|raus|aus|ab?",
      "loschen sie|loscht|losche|losch|entfernen sie|entfernt|vernichten sie / <data> / <from>? / <list>?",
      "ich|wir? / mochte|mochten|will|wollen|wunsche|wunschen / ich|wir? / von ihnen|von euch|von ihrer firma? / keine / <more>? / <mails> / mehr? / an mich|an uns|von ihnen|von euch|von ihrer firma? / erhalten|bekommen|haben|empfangen|lesen",
      "keine / <more>? / <mails> / mehr? / an mich|an uns|von ihnen|von euch|von ihrer firma? / zu erhalten|zu bekommen|zu empfangen|senden|schicken|zusenden|zu senden|zu schicken|zuzusenden|zuzuschicken|schickt|sendet|wunsche|wunschen|mehr",
      "<more>|von ihnen? / <mails> / nicht|nicht mehr|nicht langer / erhalten|bekommen|zu erhalten|zu bekommen|haben|empfangen|erwunscht",
      "wunsche ich|wunschen wir|ich wunsche|wir wunschen|will ich|ich will|mochte ich|ich mochte|wir mochten|wir wollen / von ihnen|von euch|von ihrem unternehmen? / keine|keinerlei|keinen / <more>? / <mails>|kontakt|weiteren kontakt / mehr?",
      "schreiben sie|schreib|schreibt|kontaktieren sie|kontaktiere|kontaktiert|belastigen sie|belastigt|mailen sie|mailt|behelligen sie|schicken sie|schickt|schick|senden sie|sendet|sende / <me> / <again> / an|zu?",
      "schicken sie|schickt|schick|senden sie|sendet|sende|schreiben sie|schreibt / <me>? / keine|nie wieder|nicht mehr|nichts / <more>? / <mails>? / mehr|mehr zu?",
      "<me> / in zukunft|kunftig? / <again> / <write>",
      "<again> / <write>|an mich|an uns|mit <me>",
      "hort|horen sie|hor|horen sie endlich / auf / <me>|damit|mit dem? / <more>|mit ihren|mit euren|mit|mit diesen|unaufgefordert? / <mails>? / zu? / <write>|zu schicken|zu senden|zuzusenden|zu nerven|zuzumullen|zuzuspammen|zu nerven",
      "schluss|stopp|stop|stoppen sie|stoppt|schluss jetzt / mit? / <more>|dem|der|den|ihrer|ihren|eurer|eurem|diesem|dieser? / <mails>|mailerei",
      "widerspreche|widersprechen / ich|wir? / der|jeder|jeglicher / weiteren|kunftigen? / werbung|direktwerbung|zusendung|kontaktaufnahme|werblichen ansprache|zusendung von werbung|zusendung weiterer emails",
      "lassen sie|lasst|lass / mich|uns / in ruhe|in frieden|zufrieden",
      "unterlassen sie|unterlasst|zu unterlassen|sehen sie von|sehen sie kunftig von|sehen sie in zukunft von|sehen sie bitte von|seht von|seht kunftig von / es|jede|jegliche|alle|weitere|weiteren|jeglichen|jeglicher|weiterer|kunftigen|kunftige|kunftig|jede weitere|jede kunftige|jegliche weitere? / mich|uns|mir? / <again>|weiter|weiterhin|weitere|erneut? / <mails>|kontaktaufnahme|kontaktaufnahmen|werbung|ansprache|<write>|zu senden|zu schicken / ab?",
      "von / weiteren|jeglichen|weiterer|jeglicher|kunftigen|jeder weiteren|jeglicher weiterer? / <mails> / abzusehen|absehen",
      "auf / weitere|jegliche|kunftige / <mails> / verzichten|zu verzichten",
      "widerspreche|widersprechen|lege|legen|erhebe / ich|wir? / der|gegen die|jeder|jeglicher|einer / weiteren|kunftigen? / nutzung|verwendung|verarbeitung|speicherung|verarbeitung und nutzung|nutzung und verarbeitung|nutzung oder ubermittlung|zusendung / meiner|unserer|von|weiterer|meiner personenbezogenen|unserer personenbezogenen|der? / daten|mailadresse|emailadresse|werbung|adresse|werbemails|emails|mails|kontaktdaten / zu? / werbezwecken|zwecken der direktwerbung|zwecken der werbung|werblichen zwecken|marketingzwecken|fur werbezwecke|fur werbliche zwecke|zum zwecke der direktwerbung|zum zweck der direktwerbung? / widerspruch ein|ein?",
      "widerrufe|widerrufen / ich|wir? / meine|unsere|jede|jegliche|eine? / einwilligung|zustimmung",
      "um / sofortige|umgehende|unverzugliche|die|vollstandige? / loschung|abmeldung|austragung|streichung / meiner|unserer|aller|samtlicher|meiner personenbezogenen|aller meiner? / daten|adresse|mailadresse|emailadresse|kontaktdaten|von der liste|aus dem verteiler|aus ihrem verteiler|aus ihrer datenbank|von ihrem verteiler",
      "mochte|mochten|will|wollen / ich|wir? / nichts|nie wieder|nicht mehr / mehr|wieder|etwas|was? / von ihnen|von euch|von ihrer firma / horen|lesen|bekommen|erhalten|kontaktiert werden",
      "nicht mehr|nie wieder|nicht langer / von ihnen|von euch? / kontaktiert|angeschrieben|belastigt|behelligt / werden|zu werden",
      "ich|wir / mochte|mochten|will|wollen / aus|von / dem|der|ihrem|ihrer|eurem|eurer / <list> / raus|heraus|gestrichen werden|geloscht werden|entfernt werden"
    ],
    fillers: [
      "datenschutz grundverordnung|datenschutzgrundverordnung|bdsg|bundesdatenschutzgesetz|gesetz gegen den unlauteren wettbewerb|wettbewerbsrecht|datenschutzgesetz|eu|tkg|telekommunikationsgesetz",
      "dieser art|in dieser form|in jeglicher form|bitte|danke|vielen dank|besten dank|herzlichen dank|danke im voraus|vielen dank im voraus|umgehend|sofort|unverzuglich|schnellstens|endlich|ab sofort|mit sofortiger wirkung|in zukunft|zukunftig|kunftig|kunftighin|nochmals|noch einmal|doch|einfach|auch|und|daher|deshalb|darum|also|hiermit|ausdrucklich|dringend|freundlich|hoflich|hoflichst|nun|jetzt|zudem|ferner|weiterhin|bitte auch|dann|mal|sie|ihr|davon|ein fur alle mal|unter keinen umstanden|verdammt|verdammten|dammlichen|blöden|dummen|scheiss|nervigen|lastigen|unaufgeforderte|unverlangte|unverlangten|ungefragt|unaufgefordert|per email|per mail|per post|an diese adresse|an meine adresse|an unsere adresse|an mich|an uns|von ihnen|von euch|von ihrer firma|von ihrem unternehmen|von dir|ihrerseits|gerne|gern|zu|dass|das|wieder|eurem|euren|mit eurem spam|mit ihrem spam|mit dem spam|mit eurer werbung|mit ihrer werbung|mit diesem spam|leute|vollstandig|komplett|dauerhaft|fur immer|nein danke|nein|so schnell wie moglich|zeitnah|vorsorglich|stattdessen",
      "ich|wir / bitte|bitten|fordere|fordern|ersuche|verlange|verlangen|mochte|mochten|will|wollen|wurde|wurden|muss|wunsche|wunschen / sie|euch|dich|darum|hiermit|sie hiermit|sie hoflich|sie dringend|sie bitten|darum bitten|sie darum bitten|sie daher|sie freundlich|sie also|sie auf|sie hiermit auf|euch auf|sie daher auf|bitten? / auf|darum|daher|hoflich|ausdrucklich|hiermit|dass?",
      "bitte|bitten|fordere|fordern|mochte|mochten|will|wollen|verlange / ich|wir / sie|euch|sie hiermit|hiermit|darum|sie darum|sie auf|sie hoflich? / auf|darum|bitten|dass|hiermit?",
      "fordere sie auf|fordern sie auf|ich fordere sie auf|sie auf|ich habe sie bereits gebeten|ich habe sie schon gebeten|ich habe sie mehrfach gebeten|ich habe bereits darum gebeten|ich habe schon mehrfach gebeten|ich hatte sie gebeten|ich hatte bereits gebeten|ich ware ihnen dankbar|wir waren ihnen dankbar|ich ware dankbar|wir waren dankbar|es ware nett|es ware schon|ware nett|wenn sie|wenn ihr|seien sie so nett und|seien sie so freundlich und|zum letzten mal|letzte warnung|letzte aufforderung|ein letztes mal|nur|sehen sie zu|sorgen sie dafur|stellen sie sicher|dass ich|dass sie|dass ihr|dass wir|damit ich",
      "gemass|nach|laut|auf grundlage von|auf grundlage|aufgrund|auf basis|entsprechend|im sinne|im sinne von|unter berufung auf|unter verweis auf|unter hinweis auf|im rahmen|von|i s d|i s v|und / der|die|des|von|meinem recht nach|den?",
      "mein widerspruchsrecht|meinem widerspruchsrecht|meines widerspruchsrechts|zu werbezwecken|zu werblichen zwecken|fur werbezwecke|fur werbliche zwecke|zu marketingzwecken|mit werbung|fur direktwerbung|fur werbung|zum zweck der direktwerbung"
    ],
    questions:
      "konnen sie|konnten sie|kannst du|konntest du|wurden sie|konnt ihr|konntet ihr|wurdest du|wurdet ihr|ware es moglich|ist es moglich|darf ich sie bitten|durfen wir sie bitten|darf ich bitten|darf ich euch bitten|kann ich sie bitten|konnen wir sie bitten",
    joins:
      "und|weil|da|denn|deshalb|daher|darum|deswegen|oder|sonst|ansonsten|andernfalls|wobei|somit|sowie|weder|zumal|falls|wenn|sofern|sobald|bis|bevor|nachdem",
    conditions: "wenn|falls|sofern|sollten|sollte|sobald|bis|es sei denn|solange|bevor|im falle|vorausgesetzt",
    contrasts: "aber|jedoch|allerdings|ausser|nur|dafur|sondern|dennoch|stattdessen",
    goesOn:
      "werde|werden|wird|ruf*|anruf*|telefon*|termin|treffen|preis|preise|angebot|demo|vertrag|rechnung|bestellung|schicken|senden|sagen sie|nennen|hinzu*|stattdessen|interesse|interessiert|freue|freuen|sprechen|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|morgen|nachste woche|nachsten monat|nachstes jahr|fruhjahr|fruhling|sommer|herbst|winter|einverstanden|anbei|anhang|weiter machen|spater|neue adresse|ersetzen|bitte|brauche|brauchen|benotige|frage|fragen|passt|gerne|gern|ja|melde mich|melden|quartal|behalten",
    reasons:
      "nicht|nichts|kein|keine|keinen|keinem|keinerlei|nie|niemals|niemand|bereits|schon|genug|irrelevant|unaufgefordert*|unverlangt*|spam*|dank*|leider|entschuldig*|bestatig*|verstandnis|nerv*|verschwend*|loschen|loschung|recht*|gesetz*|rente|ruhestand|geschlossen|lieferant*|anbieter|partner|dienstleister|versorgt|zufrieden|erfolg|werbung|belastig*|abmahn*|anwalt*",
    threats:
      "anwalt*|rechtsanwalt*|abmahn*|klage|gericht*|beschwer*|datenschutz*|behorde*|bundesnetzagentur|verbraucherzentrale|anzeige*|anzeigen|melden ihnen|melden uns|rechtlich*|rechtswidrig*|gesetz*|illegal*|unzulassig*|unzumutbar*|spam*|blockier*|sperr*|idiot*|dumm*|scheiss*|verdammt*|unverschamt*|frechheit|belastig*|strafe*|strafbar|noch eine mail|noch einmal|noch eine email|weitere mail|erneut|kommen wir auf sie zu|komme ich auf sie zu|kommen auf sie zu|bedarf haben|bedarf andert|auf sie zukommen|schadenersatz|unterlassung*|junk",
    origins:
      "woher haben sie|woher habt ihr|woher hast du|wie kommen sie an|wie kommt ihr|wie sind sie an|wer hat ihnen|quelle|warum bekomme ich|warum erhalte ich|wieso|wie oft|was soll das|verstanden|ist das klar|auskunft|wie kommen sie dazu|was erlauben|was fallt"
  },
  {
    language: "nl",
    classes: {
      me: "mij|me|ons|mijn adres|ons adres|mijn emailadres|mijn mailadres|ons emailadres|mijn gegevens|onze gegevens|mijn naam|mijn email|mijn contactgegevens|ons bedrijf|dit adres|dit emailadres|al mijn gegevens",
      data: "mijn gegevens|onze gegevens|al mijn gegevens|mijn persoonsgegevens|mijn emailadres|mijn adres|mijn contactgegevens|alle gegevens|al onze gegevens|mijn mailadres",
      from: "van|uit|van de|uit de|van uw|uit uw|van jullie|uit jullie|van je|uit je|van deze|uit deze|van alle|uit het|van het|uit al uw|van al uw",
      list: "lijst|lijsten|mailinglijst|mailinglijsten|mailinglist|mailing list|nieuwsbrief|mailing|mailings|bestand|bestanden|database|adressenlijst|maillijst|adresbestand|systeem|systemen|verzendlijst|contactenlijst|crm|emaillijst|distributielijst",
      mails:
        "emails|mails|mail|berichten|email|reclame|nieuwsbrieven|aanbiedingen|spam|post|mailings|reclamemails|berichtjes|ongevraagde mails|contact|informatie|rommel|troep",
      no: "niet meer|nooit meer|niet langer|nooit|niet",
      remove:
        "verwijderen|te verwijderen|schrappen|te schrappen|halen|te halen|uitschrijven|uit te schrijven|afmelden|af te melden|wissen|te wissen|verwijdert|haalt|verwijderd worden|verwijderd te worden|gehaald worden|uitgeschreven worden"
    },
    requests: [
      "<me> / <from> / <list> / <remove>",
      "<data> / <remove>",
      "verwijder|haal|schrap|verwijdert u|haalt u|schrijf|wis|gooi / <me> / <from> / <list> / af|uit?",
      "verwijder|wis|verwijdert u|verwijderen / <data> / <from>? / <list>?",
      "<me> / uit|af? / <from> / <list> / <remove>",
      "geen / enkele|verdere|andere|ongevraagde? / <mails> / meer? / van u|van jullie|van uw bedrijf|naar mij|aan mij? / ontvangen|te ontvangen|krijgen|te krijgen|sturen|te sturen|meer",
      "ik|wij|we / wil|willen|wens|wensen|hoef|hoeven / geen / enkele|verdere|andere? / <mails> / meer?",
      "stuur|mail|contacteer|benader|stuurt u|mailt u|schrijf|stuurt|val|benadert u / <me> / alstublieft? / geen|<no> / verdere|enkele? / <mails>? / meer|meer lastig|lastig?",
      "<me> / <no> / te? / mailen|benaderen|contacteren|schrijven|lastigvallen|lastig te vallen|te mailen|te benaderen|te contacteren|te schrijven|berichten te sturen",
      "<no> / te? / benaderd|gecontacteerd|gemaild / worden|te worden",
      "stop|stopt|hou op|houd op|stoppen / met / <me>? / het|te? / mailen|mij te mailen|me te mailen|sturen van|sturen van mails|te sturen|mails te sturen|emails te sturen|spammen|lastigvallen|lastig te vallen|mails sturen|deze mails|deze spam|berichten te sturen",
      "laat / mij|me|ons / met rust",
      "uitschrijven|afmelden|schrijf mij uit|schrijf me uit|meld mij af|meld me af / voor|voor de? / <from>? / <list>|<mails>",
      "stop|stopt|hou op|houd op|genoeg / met|van / het sturen van? / deze|die|al die|uw|jullie|dit|al deze? / <mails>",
      "ik|wij|we|hierbij|maak ik? / maak|teken|maken? / ik|wij? / bezwaar / aan? / tegen / het|de|elk? / gebruik|verwerking|verdere verwerking|verwerken|verder gebruik / van / mijn|onze / persoonsgegevens|gegevens|emailadres",
      "ik|wij|we / wil|willen|wens|wensen / niets|niks|nooit / meer? / van u|van jullie|van uw bedrijf / horen|ontvangen|vernemen",
      "ik|wij|we / trek|trekken / mijn|onze / toestemming / in"
    ],
    fillers: [
      "algemene verordening gegevensbescherming|telecommunicatiewet|wet",
      "alstublieft|alsjeblieft|aub|ajb|svp|graag|bedankt|dank u|dank je|dank u wel|alvast bedankt|hartelijk dank|gelieve|per direct|direct|onmiddellijk|meteen|zo snel mogelijk|in de toekomst|voortaan|verder|ook|en|dus|daarom|hierbij|nogmaals|nu|dan|te|om|dat|u|jullie|ooit|ooit nog|nog|weer|eens|gewoon|vriendelijk|van u|van jullie|van uw bedrijf|via de mail|per mail|per email|aan mij|aan ons|naar mij|op dit adres|voor direct marketing|voor marketing|voor marketingdoeleinden|voor reclame|voor reclamedoeleinden|stomme|irritante|verdomde|ongevraagde|nee bedankt|nee dank u|volledig|definitief|voor altijd|eindelijk|toch|al",
      "ik|wij|we / verzoek|vraag|wil|willen|zou|zouden|verzoeken|vragen|eis|stel het op prijs / u|jullie|graag|u vriendelijk|u hierbij|u dringend|jullie vriendelijk|u verzoeken|u vragen|willen vragen|u willen vragen|als u|om? / om|dat|vriendelijk?",
      "op grond van|volgens|conform|krachtens|op basis van|onder|ingevolge / de|het|mijn recht onder de|van de?",
      "voor de laatste keer|voor de tweede keer|laatste waarschuwing|ik heb al eerder gevraagd om|ik heb u al gevraagd|zorg ervoor dat ik|zorg dat ik|wilt u ervoor zorgen dat"
    ],
    questions:
      "kunt u|kunnen jullie|kun je|zou u|wilt u|zouden jullie|zou je|willen jullie|wil je|mag ik u vragen|mag ik u verzoeken|zou u mij kunnen|kan u",
    joins: "en|omdat|want|dus|daarom|of|anders|aangezien|als|indien|tenzij|totdat|zodra",
    conditions: "als|indien|tenzij|totdat|tot|zodra|mits|wanneer|voordat",
    contrasts: "maar|echter|behalve|alleen|hoewel|wel",
    goesOn:
      "zal|zullen|bel|bellen|belt|telefon*|gesprek|afspraak|prijs|prijzen|offerte|aanbod|demo|contract|factuur|bestelling|stuur|sturen|vertel|laat weten|voeg|toevoegen|in plaats daarvan|interesse|geinteresseerd|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|morgen|volgende week|volgende maand|volgend jaar|voorjaar|najaar|zomer|herfst|akkoord|bijlage|later|nieuw adres|gebruik|gelieve|graag|nodig|vraag|vragen|ja",
    reasons:
      "niet|niets|geen|nooit|niemand|al|reeds|genoeg|irrelevant|ongevraagd*|spam*|dank*|bedankt|helaas|sorry|bevestig*|begrip|verwijder*|wet*|pensioen|leverancier*|tevreden|succes|reclame",
    threats:
      "klacht*|advocaat*|aangifte|autoriteit*|wet*|wettelijk*|illegaal|spam*|blokkeer*|idioot|idioten|stom*|verdomme|acm|juridisch*|boete|nog een mail|nogmaals|nemen contact op|neem contact op|zelf contact|meld*|rapporteer*",
    origins:
      "hoe komt u aan|hoe komen jullie aan|waar heeft u|waar hebben jullie|van wie heeft u|waarom krijg ik|waarom ontvang ik|hoe vaak|begrepen"
  },
  {
    language: "da",
    classes: {
      me: "mig|os|min email|min mail|min adresse|min mailadresse|min emailadresse|mine oplysninger|mine data|vores adresse|vores email|mit navn|vores firma|vores virksomhed|denne adresse",
      data: "mine data|mine oplysninger|alle mine data|alle mine oplysninger|mine personoplysninger|alle mine personoplysninger|min emailadresse|min mailadresse|alle oplysninger om mig|alle data om mig|vores data|vores oplysninger|mine kontaktoplysninger",
      from: "fra|af|ud af",
      the: "jeres|din|denne|dine|den|alle|alle jeres|deres",
      list: "liste|listen|lister|mailliste|mailliste|mailinglisten|mailingliste|mailinglister|nyhedsbrev|nyhedsbrevet|maillisten|maillister|database|databasen|databaser|system|systemer|udsendelsesliste|kartotek|emailliste|kontaktliste|adresseliste|register|distributionsliste",
      mails:
        "mails|emails|mail|email|beskeder|nyhedsbreve|henvendelser|reklamer|reklame|spam|tilbud|meddelelser|post|markedsforing|breve|lort"
    },
    requests: [
      "fjern|slet|fjerne|slette|tag|tage|at fjerne|at slette|afmeld|afmelde|fa fjernet|fa slettet|stryg / <me> / <from> / <the>? / <list>",
      "slet|slette|fjern|fjerne|at slette|sletning af|at fa slettet|fa slettet / <data> / <from>? / <the>? / <list>?",
      "afmeld|afmelde|at afmelde / <me>",
      "jeg|vi|mig og? / vil|onsker|vil gerne|ville gerne|gider|har? / gerne|ikke? / ikke|ikke laengere|aldrig / at? / have|modtage|fa|hore|se / flere|jeres|yderligere|nogen|nogen flere|flere af jeres|disse? / <mails>|fra jer|noget fra jer|mere fra jer",
      "onsker|vil|gider / jeg|vi / ikke / at? / have|modtage|fa / flere|jeres|yderligere? / <mails>",
      "ikke|aldrig / laengere|mere|igen? / kontakte|skrive til|maile|sende|kontakt|skriv til|send|kontaktes / <me>? / flere|yderligere|jeres? / <mails>?",
      "kontakt|skriv|send|henvend jer / <me>|til mig|til os / ikke|aldrig / flere? / <mails>? / mere|igen|igen til mig?",
      "send|sende / ikke / flere|mere / <mails> / til mig|til os?",
      "stop|hold op|ophor|stoppe|undlad|undlade|afhold jer fra / med? / at? / sende|skrive|kontakte|maile|spamme|sende til / <me>|til mig|til os? / flere|jeres|disse|mere? / <mails>?",
      "stop / jeres|disse|alle / <mails>",
      "ikke|aldrig / onsker|vil? / at? / kontaktes|blive kontaktet / af jer?",
      "ingen / flere|yderligere / <mails>",
      "frabede|frabeder|at frabede / mig|os|jeg mig? / flere|yderligere|alle|al|videre? / <mails>",
      "nok|stop / med / jeres|disse|alle de? / <mails>",
      "lad / mig|os / vaere / i fred?",
      "gor|jeg gor|protesterer / jeg|hermed? / indsigelse|modstand / mod / behandling|behandlingen|brugen|brug / af / mine|vores / personoplysninger|data|oplysninger"
    ],
    fillers: [
      "databeskyttelsesforordningen|persondataforordningen|markedsforingsloven|jeg|vi",
      "tak|venligst|vaer sa venlig at|vaer sa venlig og|vaer venlig at|vaer rar at|mange tak|pa forhand tak|straks|omgaende|med det samme|hurtigst muligt|fremover|i fremtiden|igen|mere|nogensinde|nu|ogsa|og|derfor|sa|hermed|endelig|nej tak|for altid|helt|bare|fra jer|fra din virksomhed|til mig|til os|pa denne adresse|at|om at|jer om at|i|dig|jer|skal|ma|dumme|irriterende|uonskede|forbandede|til markedsforing|til direkte markedsforing|i henhold til|ifolge|efter|venligst at|pr mail|gerne",
      "jeg|vi / vil|vil gerne|ville gerne|vil venligst|beder|anmoder|kraever|ma|skal|onsker / bede|anmode|jer|dig|om|hermed|gerne bede? / jer|dig|om? / om? / at|at blive?",
      "for sidste gang|jeg har allerede bedt jer om at|jeg har bedt jer om at|sorg for at jeg|det ville vaere rart hvis i|jeg ville saette pris pa hvis i"
    ],
    questions:
      "kan i|kan du|kunne i|kunne du|vil i|vil du|ville i|gider du|gider i|ma jeg bede jer|ma jeg bede dig|vil i vaere sa venlige at|vil du vaere sa venlig at|kan i venligst",
    joins: "og|fordi|da|sa|derfor|eller|ellers|siden|hvis|medmindre|indtil|nar",
    conditions: "hvis|medmindre|indtil|nar|safremt|inden",
    contrasts: "men|dog|undtagen|kun|bortset fra",
    goesOn:
      "vil|ring*|telefon*|mode|pris|priser|tilbud|demo|kontrakt|faktura|ordre|send|fortael|tilfoj|i stedet|interesseret|mandag|tirsdag|onsdag|torsdag|fredag|lordag|sondag|i morgen|naeste uge|naeste maned|naeste ar|forar|sommer|efterar|enig|vedhaeftet|senere|ny adresse|brug|venligst|brug for|sporgsmal|ja|gerne",
    reasons:
      "ikke|ingen|intet|aldrig|allerede|nok|irrelevant|spam*|tak|desvaerre|undskyld|bekraeft*|forsta*|slet*|lov*|pension*|leverandor*|tilfreds*|held|reklame*",
    threats:
      "anmeld*|klage*|advokat*|datatilsyn*|myndighed*|lov*|ulovlig*|spam*|bloker*|idiot*|forbrugerombudsmand*|politi*|en mail mere|vender tilbage|kontakter jer|kontakter vi",
    origins:
      "hvor har i|hvor har du|hvordan har i|hvordan fik|hvorfor far jeg|hvorfor modtager|hvor mange gange|forstaet"
  },
  {
    language: "nb",
    classes: {
      me: "meg|oss|min epost|eposten min|min epostadresse|epostadressen min|min adresse|adressen min|mine opplysninger|vart firma|denne adressen|navnet mitt|var adresse|var epostadresse|min mail|mailen min|mailadressen min",
      data: "mine data|mine opplysninger|alle mine data|alle mine opplysninger|mine personopplysninger|opplysningene mine|dataene mine|personopplysningene mine|min epostadresse|epostadressen min|alle opplysninger om meg|alle data om meg|kontaktinformasjonen min|all informasjon om meg|informasjonen min",
      from: "fra|av|ut av",
      the: "deres|denne|din|den|alle|alle deres",
      list: "liste|listen|lista|listene|lister|epostliste|epostlisten|epostlista|epostlister|nyhetsbrev|nyhetsbrevet|database|databasen|databaser|system|systemet|systemene|mailingliste|mailinglisten|mailingliste|mailingslisten|adresseliste|adresselisten|register|registeret|registrene|utsendelsesliste|utsendelseslisten|distribusjonsliste|maillisten|mailliste|kontaktliste|kontaktlisten",
      mails:
        "eposter|epost|mail|mailer|mails|meldinger|henvendelser|nyhetsbrev|reklame|spam|tilbud|epostene|eposten|markedsforing|post|soppel"
    },
    requests: [
      "fjern|fjerne|slett|slette|stryk|stryke|ta|ta bort|a fjerne|a slette|fa fjernet|fa slettet|meld|melde|bli fjernet|a bli fjernet / <me>? / <from> / <the>? / <list> / deres|din|dine?",
      "slett|slette|fjern|fjerne|a slette|sletting av|fa slettet / <data> / <from>? / <the>? / <list>?",
      "meld|avmeld|avregistrer|melde|avmelde / <me> / av?",
      "jeg|vi / vil|onsker|vil gjerne|orker|gidder / ikke|aldri|ikke lenger / lenger|mer? / a? / ha|motta|fa|hore|se / flere|noen flere|deres|ytterligere|noen|mer|disse? / <mails>|fra dere|noe fra dere|mer fra dere",
      "onsker|vil / jeg|vi / ikke|ikke lenger / a? / ha|motta|fa / flere|deres|ytterligere|noen flere? / <mails>",
      "ikke|aldri|ikke a|a ikke / lenger|mer|igjen? / kontakt|kontakte|skriv til|skrive til|send|sende|mail|maile / <me>? / flere|ytterligere|mer|deres? / <mails>?",
      "kontakt|skriv|send|henvend dere / <me>|til meg|til oss / ikke|aldri / flere? / <mails>? / mer|igjen?",
      "send|sende / ikke / flere|mer / <mails> / til meg|til oss?",
      "slutt|stopp|slutte|stoppe|hold opp|unnlat / med|a|med a? / a? / sende|skrive|kontakte|maile|spamme / <me>|til meg|til oss? / flere|deres|disse|mer? / <mails>?",
      "stopp / deres|disse|alle / <mails>",
      "ingen / flere|ytterligere / <mails>",
      "ikke|ikke lenger|aldri / a? / kontaktes|bli kontaktet / av dere?",
      "la / meg|oss / vaere / i fred?",
      "la / meg|oss / i fred",
      "frabe|frabede|frabeder|frabar|a frabe / meg|oss|jeg meg? / flere|ytterligere|alle|all|videre? / <mails>",
      "reserverer meg|reserverer oss|reservere meg / mot / flere|all|all slik|videre|direkte|deres? / <mails>",
      "nok|slutt / med / deres|disse|alle de? / <mails>",
      "motsetter meg|protesterer mot|reserverer meg mot / behandling|behandlingen|bruk|bruken|all bruk / av / mine|personopplysningene mine|opplysningene mine? / personopplysninger|opplysninger|data?"
    ],
    fillers: [
      "personvernforordningen|markedsforingsloven|personopplysningsloven|jeg|vi",
      "takk|vennligst|vaer sa snill|vaer sa snill a|vaer sa snill og|ver sa snill|vaer vennlig a|vaer vennlig og|vaer sa vennlig a|vaer sa vennlig|pa forhand takk|tusen takk|mange takk|straks|umiddelbart|omgaende|med en gang|sa snart som mulig|snarest|heretter|fremover|i fremtiden|igjen|mer|noen gang|na|ogsa|og|derfor|sa|herved|endelig|nei takk|for alltid|helt|bare|fra dere|fra deg|fra firmaet deres|til meg|til oss|pa denne adressen|a|om a|dere om a|dere|deg|du|ma|skal|dumme|irriterende|uonskede|forbannede|til markedsforing|til direkte markedsforing|i henhold til|ifolge|etter|pa epost|gjerne",
      "jeg|vi / vil|vil gjerne|ber|ma|skal|krever|onsker|vil herved / be|om|herved|dere|deg|a be? / dere|deg|om? / om? / a|a bli?",
      "for siste gang|jeg har allerede bedt dere om a|jeg har bedt dere om a|sorg for at jeg|det hadde vaert fint om dere|jeg setter pris pa om dere|jeg hadde satt pris pa om dere|fint om dere kan"
    ],
    questions:
      "kan dere|kan du|kunne dere|kunne du|vil dere|vil du|ville dere|kan dere vaere sa snill|kan dere vaere sa snille a|kan jeg be dere|kan jeg be deg|far jeg be dere",
    joins: "og|fordi|da|sa|derfor|eller|ellers|siden|hvis|med mindre|inntil|nar",
    conditions: "hvis|med mindre|inntil|nar|dersom",
    contrasts: "men|imidlertid|unntatt|bare|kun",
    goesOn:
      "vil|ring*|telefon*|mote|pris|priser|tilbud|demo|kontrakt|faktura|ordre|send|fortell|legg til|i stedet|interessert|mandag|tirsdag|onsdag|torsdag|fredag|lordag|sondag|i morgen|neste uke|neste maned|neste ar|var|sommer|host|enig|vedlagt|senere|ny adresse|bruk|vennligst|trenger|sporsmal|ja|gjerne",
    reasons:
      "ikke|ingen|ingenting|aldri|allerede|nok|irrelevant|spam*|takk|dessverre|beklager|bekreft*|forsta*|slett*|lov*|pensjon*|leverandor*|fornoyd*|lykke|reklame*",
    threats:
      "anmeld*|klage*|klager|advokat*|datatilsyn*|myndighet*|lov*|ulovlig*|spam*|blokker*|idiot*|forbrukertilsyn*|politi*|en epost til|kontakter dere|tar kontakt|rapporter*",
    origins:
      "hvor har dere|hvor har du|hvordan har dere|hvordan fikk|hvorfor far jeg|hvorfor mottar|hvor mange ganger|forstatt"
  },
  {
    language: "sv",
    classes: {
      me: "mig|oss|min adress|var adress|min epost|min epostadress|var epostadress|min mejl|min mejladress|min mail|min mailadress|mina uppgifter|vara uppgifter|mitt namn|vart foretag|den har adressen|denna adress",
      data: "mina uppgifter|mina personuppgifter|alla mina uppgifter|mina data|min epostadress|min mejladress|min mailadress|all information om mig|alla uppgifter om mig|vara uppgifter|mina kontaktuppgifter",
      from: "fran|ur|ifran|av",
      the: "er|era|denna|ert|din|alla|alla era|den har|ditt",
      list: "lista|listan|listor|listorna|mejllista|mejllistan|epostlista|epostlistan|nyhetsbrev|nyhetsbrevet|utskick|utskicken|utskicket|mailinglista|mailinglistan|sandlista|sandlistan|utskickslista|utskickslistan|register|registret|databas|databasen|databaser|system|adresslista|maillista|maillistan|kontaktlista|distributionslista",
      mails:
        "mejl|mail|mails|epost|utskick|meddelanden|meddelande|nyhetsbrev|reklam|spam|erbjudanden|mejlen|mailen|brev|kontakt|skrap|skit"
    },
    requests: [
      "ta bort|radera|stryk|plocka bort|ta bort fran|avregistrera|att ta bort|avanmal|avfora|tar bort|raderar|stryker|avregistrerar / <me> / <from> / <the>? / <list>",
      "bli / borttagen|struken|avregistrerad|bortplockad / <from> / <the>? / <list>",
      "radera|ta bort|raderar|tar bort|radering av / <data> / <from>? / <the>? / <list>?",
      "avregistrera|avanmal|avregistrerar / <me>",
      "jag|vi / vill|onskar|orkar|undanber / inte|inte langre|aldrig|mig|oss / langre|mer? / ha|fa|motta|hora|se|ta emot|erhalla? / fler|nagra fler|era|ytterligare|nagra|mer|dessa|vidare? / <mails>|av er|fran er|mer av er|nagot fran er",
      "vill|onskar / jag|vi / inte|inte langre / ha|fa|motta|ta emot / fler|era|ytterligare|nagra fler? / <mails>",
      "undanber jag mig|undanber vi oss|jag undanber mig|vi undanber oss / vidare|fler|ytterligare|all|alla|all vidare|era? / <mails>|kontakt",
      "inte|aldrig|att inte / langre|mer|igen? / kontakta|skriva till|skicka|mejla|maila|kontaktar|mejlar / <me>? / fler|ytterligare|mer|era? / <mails>?",
      "kontakta|mejla|maila|skriv till|skicka / <me>|till mig|till oss? / inte|aldrig|inga / fler|mer? / <mails>? / mer|igen|till mig|till oss?",
      "skicka / inte|inga / fler|mer / <mails> / till mig|till oss?",
      "sluta|upphor|slutar / med? / att? / skicka|mejla|maila|kontakta|skriva till|skriva|spamma|skicka till / <me>|till mig|till oss? / fler|era|dessa? / <mails>? / till mig|till oss?",
      "stoppa / era|dessa|alla / <mails>",
      "inga / fler|ytterligare / <mails>",
      "inte|inte langre|aldrig / att? / bli kontaktad|kontaktas|bli kontaktade / av er?",
      "avsager mig|avbojer|avsager oss|undanbeder mig / all|alla|vidare|fler|ytterligare? / <mails>",
      "nog|sluta|slut / med / era|dessa|alla|all? / <mails>",
      "lamna / mig|oss / i fred|ifred",
      "invander|motsatter mig|protesterar / jag|mig? / mot|emot? / behandling|behandlingen|anvandning|anvandningen|all behandling / av / mina|vara / personuppgifter|uppgifter"
    ],
    fillers: [
      "dataskyddsforordningen|marknadsforingslagen|jag|vi",
      "tack|snalla|vanligen|var vanlig|var vanlig och|var vanliga och|var snall och|var snalla och|tack pa forhand|tack sa mycket|stort tack|omedelbart|genast|direkt|snarast|sa snart som mojligt|sa fort som mojligt|i fortsattningen|framover|i framtiden|hadanefter|igen|mer|nagonsin|nu|ocksa|och|darfor|sa|harmed|antligen|nej tack|for alltid|helt|bara|fran er|fran ditt foretag|till mig|till oss|till denna adress|att|om att|er att|er|du|ni|dig|maste|ska|dumma|irriterande|oonskade|javla|for marknadsforing|for direktmarknadsforing|enligt|i enlighet med|med stod av|via mejl|via mail|garna",
      "jag|vi / vill|skulle vilja|ber|maste|kraver|onskar|begar|vill harmed|vill garna / be|er|harmed|dig|att|om? / er|dig|om? / om? / att?",
      "for sista gangen|jag har redan bett er att|jag har bett er att|se till att jag|det vore bra om ni|jag skulle uppskatta om ni|jag vore tacksam om ni|jag uppskattar om ni"
    ],
    questions:
      "kan ni|kan du|skulle ni kunna|skulle du kunna|kunde ni|vill ni|vill du|far jag be er|kan jag be er|kan ni vara snalla och|skulle ni vilja",
    joins: "och|eftersom|da|sa|darfor|eller|annars",
    conditions: "om ni|om du|om inte|om det|om vi|om jag|om priset|savida|tills|nar|ifall|innan|forutsatt",
    contrasts: "men|dock|utom|bara|endast|daremot",
    goesOn:
      "kommer|ring*|telefon*|mote|pris|priser|offert|erbjudande|demo|avtal|faktura|order|bestallning|skicka|beratta|lagg till|istallet|intresserad|intresserade|mandag|tisdag|onsdag|torsdag|fredag|lordag|sondag|i morgon|imorgon|nasta vecka|nasta manad|nasta ar|var|sommar|host|haller med|bifogat|senare|ny adress|anvand|vanligen|behover|fraga|fragor|ja|garna",
    reasons:
      "inte|ej|inga|ingen|inget|aldrig|redan|nog|irrelevant|spam*|tack*|tyvarr|ursakta|bekrafta*|forsta*|radera*|lag*|pension*|leverantor*|nojd*|lycka|reklam*",
    threats:
      "anmal*|klaga*|advokat*|integritetsskydd*|imy|myndighet*|lag|lagen|olaglig*|spam*|blockera*|idiot*|polis*|ett mejl till|konsumentombud*|hor av oss|kontaktar er|aterkommer",
    origins: "var har ni|var fick ni|hur har ni|hur fick ni|varfor far jag|hur manga ganger|forstatt"
  }
]
