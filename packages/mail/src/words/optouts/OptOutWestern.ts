/** Requests to stop in languages of Western and Northern Europe. See `OptOutLanguage.ts`. */
import type { Phrases } from "./OptOutLanguage.ts"

export const westernPhrases: ReadonlyArray<Phrases> = [
  {
    language: "en",
    requests: [
      "unsubscribe|opt out|unsub / |me|us|this address|this email|my address|my email / |from / |all|your|this|the / |mailing|email|marketing / |list|lists|emails|mails|mailings|messages|newsletter|everything",
      "remove|delete|take|drop|strike / me|us|my name|my address|my email|my email address|my details|this address|this email|this email address / |from|off|off of|out of / |your|this|the|all|any / |mailing|email|emailing|contact|contacts|distribution|marketing|sales / |list|lists|database|mailings|emails|mails",
      "remove|delete / from / |your|this|the|all / |mailing|email|contact / list|lists|database",
      "opt me|opt us / out / |of / |this|these|your|all|any / |future|further|marketing / |emails|mails|list|mailings|messages",
      "stop / sending|with / |me|us / these|this|those|them",
      "i / want to|would like to|d like to|wish to / unsubscribe|opt out|be unsubscribed|be removed / |from|of / |your|this|the|all / |mailing|email|contact / |list|lists|emails|mails|database",
      "stop / emailing|mailing|contacting|messaging|spamming|bothering|writing|writing to|sending / |me|us|to me / |emails|mails|email|mail|messages|these emails|your emails|this / |again|now|immediately",
      "stop / sending|the|these|your|all|this / |me|all|these|your|this / emails|mails|email|mail|messages|spam",
      "stop / |it|now|this|immediately / |thanks",
      "stop all",
      "do not|dont|never / email|mail|contact|message|write|write to|write me|send me / |me|us|emails|mails|any emails|any mails|any more emails|more emails / |again|any more|anymore|any longer",
      "no more / |of your|of these / emails|mails|messages|mail|email / |from you|to me",
      "i|we / do not|dont|no longer / want|wish / |to receive|to get|any|more|any more|to receive any / |your|these|any|more / emails|mails|messages|mailings / |from you|anymore|any more",
      "remove|delete / me|us / |now|immediately",
      "take|get / me|us / off / |this|your|the / |mailing|email / |list",
      "leave me|leave us / alone"
    ],
    courtesies: "please|pls|plz|kindly|thanks|thank you|thx|many thanks|ok|just|asap|immediately|now",
    questions: "can you|could you|would you|will you|can you guys|could you guys",
    companions:
      "no|not interested|i am not interested|im not interested|we are not interested|were not interested|no interest|no thanks|no thank you|thanks|thank you|thank you very much|thanks a lot|sorry|thanks but not interested",
    greetings:
      "hi|hello|hey|dear|dear sir or|dear sir or madam|dear sirs|to whom it may concern|good morning|good afternoon|good day|greetings",
    closings:
      "regards|best regards|kind regards|warm regards|best|best wishes|cheers|thanks|thank you|many thanks|sincerely|yours sincerely|yours|thx|br|kr|rgds|thanks and regards|thanks and best regards|with kind regards|with best regards"
  },
  {
    language: "de",
    requests: [
      "abmelden|abbestellen|abbestellung|austragen|abmeldung|newsletter abbestellen|newsletter abmelden|newsletter abbestellung",
      "|ich mochte / mich|uns|mich hiermit / |bitte / |aus dem|aus der|vom|von|von der|aus / |newsletter|verteiler|liste|mailingliste|verteilerliste / abmelden|austragen|loschen|entfernen|streichen|nehmen",
      "|bitte / |aus dem|aus ihrem|aus eurem / verteiler / |heraus|raus / nehmen",
      "|hiermit / widerspreche|widersprechen / |ich|wir / |hiermit / der / |weiteren / nutzung|verwendung|verarbeitung|speicherung / meiner|unserer / |personenbezogenen / daten|mailadresse|emailadresse",
      "melden sie|meldet|melde|tragen sie|tragt|trag / |bitte / mich|uns / |bitte|sofort|umgehend|hiermit / |von|vom|aus|von der|aus dem|aus der|von ihrer|aus ihrer|aus ihrem|von ihrem|aus eurem|aus eurer / |liste|verteiler|mailingliste|verteilerliste|newsletter / ab|aus",
      "streichen sie|streicht|streiche|loschen sie|loscht|losche|entfernen sie|entfernt|entferne / |bitte / mich|uns|meine adresse|meine emailadresse|meine mailadresse|meine daten / |bitte|sofort|umgehend / |von|vom|aus|von der|aus dem|aus der|von ihrer|aus ihrer|aus ihrem|von ihrem|aus eurem|aus eurer / |liste|verteiler|mailingliste|verteilerliste|newsletter|datenbank",
      "nehmen sie|nehmt|nimm / |bitte / mich|uns|meine adresse / |bitte|sofort|umgehend / von|vom|aus|von der|aus dem|aus der|von ihrer|aus ihrer|aus ihrem|von ihrem|aus eurem|aus eurer / liste|verteiler|mailingliste|verteilerliste|newsletter|datenbank / |heraus|raus",
      "|bitte / |um / abmeldung|austragung|loschung / |aus|aus dem|vom|von der|aus der / |verteiler|liste|newsletter|mailingliste",
      "keine / |weiteren|weitere / emails|mails|werbung|newsletter|werbemails / |mehr / |an mich|senden|schicken|zusenden",
      "|bitte / keine / |weiteren|weitere / emails|mails|nachrichten|werbung / mehr",
      "schreiben sie|schreib|schreibt|kontaktieren sie|kontaktiere|kontaktiert / mir|mich|uns / |bitte / nicht mehr|nie wieder|nie mehr",
      "|ich mochte|ich will|wir mochten|wir wollen / keine / |weiteren / emails|mails|nachrichten|werbung|newsletter / mehr / |von ihnen / |erhalten|bekommen",
      "horen sie|hort|hor / |bitte / auf / |mir zu schreiben|mich zu kontaktieren"
    ],
    courtesies: "bitte|danke|vielen dank|besten dank|umgehend|sofort",
    questions: "können sie|könnten sie|kannst du|könntest du|würden sie|könnt ihr|könntet ihr",
    companions:
      "kein interesse|wir haben kein interesse|ich habe kein interesse|nein danke|danke|vielen dank|besten dank|danke im voraus|vielen dank im voraus",
    greetings: "hallo|guten tag|guten morgen|sehr geehrte|sehr geehrter|liebe|lieber|moin|gruezi|servus|grüß gott",
    closings:
      "mit freundlichen grußen|freundliche gruße|viele gruße|beste gruße|mfg|gruß|gruße|lg|vg|liebe gruße|danke|vielen dank|danke und gruß|danke und viele gruße|vielen dank und gruß|herzliche gruße|schone gruße"
  },
  {
    language: "fr",
    requests: [
      "desinscrire|desinscription|desabonner|desabonnement|se desinscrire|se desabonner|me desinscrire|me desabonner|desinscrivez moi|desabonnez moi|desinscris moi|desabonne moi|radiez moi|desinscription svp / |de|de votre|de cette|de la / |liste|newsletter|liste de diffusion|liste d'envoi|mailing list|lettre d'information",
      "|veuillez|de|de bien vouloir|je souhaite|je voudrais|je veux|je desire|pouvez vous|pourriez vous / me|nous / desinscrire|desabonner|retirer|supprimer|enlever|radier|rayer / |de / |votre|vos|cette|la|toutes vos / |liste|listes|base|base de donnees|fichier|fichiers|liste de diffusion|liste d'envoi|listes de diffusion|newsletter|mailing list|liste de contacts|liste de mailing",
      "|je souhaite|je voudrais|je veux|je desire / etre / desinscrit|desinscrite|desabonne|desabonnee|retire|retiree|supprime|supprimee / |de / |votre|cette|vos / |liste|listes|liste de diffusion|newsletter",
      "retirez|supprimez|enlevez|rayez|retire|supprime|enleve / moi|nous|mon adresse|mon mail|mon email|mon adresse email|mon adresse mail / |de / |votre|vos|cette / |liste|listes|base|base de donnees|fichiers|liste de diffusion|mailing list|liste de contacts",
      "|de / ne / |m|me|nous / plus / |me|m|nous / contacter|ecrire|envoyer|recevoir|solliciter / |d|de|vos|ces|aucun / |emails|email|mails|mail|messages|courriels",
      "|de / supprimer|retirer|enlever|effacer|rayer / mon|mes|notre|nos / adresse|adresse mail|adresse email|mail|email|coordonnees|donnees|contact / |de / |votre|vos / |liste|listes|base|base de donnees|fichier|fichiers",
      "ne / |m|me|nous / contactez|ecrivez|envoyez / plus|plus jamais / |d|de|vos|ces|aucun / |emails|email|mails|mail|messages|courriels",
      "|je|nous / ne / veux|souhaite|desire|voulons|souhaitons / plus / recevoir / |d|de|vos|ces|aucun / |autres / emails|email|mails|mail|messages|courriels / |de votre part",
      "arretez|arreter|cessez / |de / |m|me|nous / |envoyer|ecrire|contacter / |des|vos|ces|ce|d / |emails|mails|messages|courriels|spam",
      "stop / |mail|mails|pub|email|emails|mailing|sms"
    ],
    courtesies:
      "s'il vous plait|s'il te plait|svp|stp|merci|merci beaucoup|merci par avance|merci d'avance|veuillez|merci de bien vouloir",
    questions: "pouvez vous|pourriez vous|peux tu|pourrais tu",
    companions:
      "pas interesse|pas interessee|je ne suis pas interesse|je ne suis pas interessee|non merci|merci|merci d'avance|merci par avance|nous ne sommes pas interesses|pas interesses",
    greetings: "bonjour|bonsoir|salut|madame|monsieur|cher|chere|hello",
    closings:
      "cordialement|bien cordialement|cdt|cdlt|bien a vous|salutations|sinceres salutations|merci|merci d'avance|bonne journee|meilleures salutations|respectueusement"
  },
  {
    language: "es",
    requests: [
      "baja|dar de baja|darme de baja|deme de baja|denme de baja|dame de baja|dadme de baja|dar baja|darse de baja|solicito la baja|solicito baja|cancelar suscripcion|cancelar la suscripcion|cancelar mi suscripcion|desuscribir|desuscribirme|desuscribirse|anular suscripcion|quiero darme de baja|quiero la baja|deseo darme de baja|quisiera darme de baja|solicito darme de baja / |de / |su|tu|esta|la|sus / |lista|listas|boletin|newsletter|lista de correo|lista de distribucion|base de datos",
      "|quiero|deseo|solicito / |que me / eliminarme|borrarme|quitarme|elimineme|borreme|quiteme|eliminenme|borrenme|quitenme|eliminame|borrame|quitame|saquenme|saqueme|retirenme|retireme|remuevanme|remuevame / de / |su|tu|esta|la|sus / lista|listas|base de datos|boletin|lista de correo|lista de distribucion|lista de contactos",
      "eliminen|elimine|borren|borre|quiten|quite|retiren|retire / mi / correo|email|direccion|mail|correo electronico|direccion de correo / |de / |su|la|sus|esta / |lista|listas|base de datos|lista de correo",
      "no / |quiero|deseo|queremos / recibir / |mas / |estos|sus|tus|vuestros / correos|emails|mails|mensajes|correo|publicidad|correos electronicos / |mas",
      "no / me|nos / escriban|escriba|escribas|envien|envie|envies|contacten|contacte|contactes|manden|mande|mandes|vuelvan a escribir|vuelva a escribir|vuelvan a contactar|vuelvas a escribir / |mas|nunca mas / |estos|sus / |correos|emails|mails|mensajes|correo|publicidad / |mas",
      "no / envien|envie|envies|manden|mande|mandes|enviar|mandar / |me / |mas / |estos|sus / correos|emails|mails|mensajes|correo|publicidad / |mas",
      "no / mas / |de sus / correos|emails|mails|mensajes|publicidad",
      "dejen|deje|deja|paren|pare|para / de / escribirme|enviarme|mandarme|contactarme|enviar|mandar / |estos|sus / |correos|emails|mails|mensajes|correo"
    ],
    courtesies: "por favor|gracias|muchas gracias|favor de|ruego|porfavor|le ruego|les ruego",
    questions: "puede|pueden|podría|podrían|puedes|podrías",
    companions:
      "no me interesa|no estoy interesado|no estoy interesada|no gracias|gracias|muchas gracias|no estamos interesados",
    greetings: "hola|buenos dias|buenas tardes|buenas|buen dia|estimado|estimada|estimados",
    closings: "saludos|un saludo|saludos cordiales|atentamente|cordialmente|gracias|muchas gracias|atte"
  },
  {
    language: "pt",
    requests: [
      "descadastrar|descadastre me|me descadastre|me descadastrem|descadastro|cancelar inscricao|cancelar a inscricao|cancelar subscricao|cancelar a subscricao|cancelar assinatura|anular subscricao|desinscrever|quero me descadastrar|quero cancelar a subscricao|desejo me descadastrar|remover subscricao / |de|da|do / |sua|vossa|esta|desta / |lista|newsletter|lista de emails|lista de contatos",
      "|quero|desejo|gostaria de|solicito / |que / |me / remova me|removam me|me remova|me removam|remover me|retire me|retirem me|me retire|me retirem|exclua me|excluam me|me exclua|me excluam|me tire|me tirem|tire me|tirem me|ser removido|ser removida / da|de|das|dessa|desta / |sua|vossa|suas|vossas / |lista|listas|mailing|base de dados|lista de emails|lista de email|lista de contatos|lista de contactos|lista de distribuicao|base",
      "remover|retirar|excluir|apagar / |me|meu|o meu|meu email|o meu email|meu contato|meu contacto / da|de|das|dessa|desta / |sua|vossa|suas|vossas / lista|listas|mailing|base de dados|lista de emails|lista de contatos|base",
      "remover|retirar|excluir|apagar / |o / meu / email|contato|contacto|endereco|endereco de email",
      "quero|desejo|gostaria de|queria / sair / da|desta|dessa / |sua|vossa / lista|lista de emails|newsletter|lista de contatos",
      "remova|removam|retire|retirem|exclua|excluam|apague|apaguem / |o|a / |meu|minha / email|endereco|contato|contacto|nome|endereco de email / |da|de / |sua|vossa / |lista|base de dados|base|lista de emails",
      "nao / |quero|desejo|queremos / receber / |mais / |estes|seus|vossos|esses / emails|email|mensagens|mails / |mais|vossos",
      "nao / me|nos / enviem|envie|contactem|contacte|contatem|contate|escrevam|escreva|mandem|mande / |mais / |estes|seus|vossos|esses / |emails|email|mensagens|mails / |mais",
      "nao / enviem|envie|mandem|mande|enviar|mandar / |me / |mais / |estes|seus|vossos|esses / emails|email|mensagens|mails / |mais",
      "nao quero mais receber / |estes|seus|vossos|esses / emails|email|mensagens|mails",
      "parem|pare / de / me enviar|enviar|enviar me|mandar|me mandar|me contatar|me contactar / |estes|esses|seus / |emails|email|mensagens|mails"
    ],
    courtesies: "por favor|obrigado|obrigada|favor|pf|agradeco|por gentileza|muito obrigado|muito obrigada",
    questions: "pode|podem|poderia|poderiam",
    companions:
      "nao tenho interesse|nao estou interessado|nao estou interessada|sem interesse|nao obrigado|nao obrigada|obrigado|obrigada",
    greetings: "ola|oi|bom dia|boa tarde|boa noite|prezado|prezada|prezados|caro|cara|caros",
    closings:
      "atenciosamente|att|cumprimentos|melhores cumprimentos|obrigado|obrigada|abraco|abracos|com os melhores cumprimentos"
  },
  {
    language: "it",
    requests: [
      "cancellare|rimuovere|eliminare|togliere / |mi|il mio|la mia|mio|mia / |indirizzo|email|mail|indirizzo email|nominativo / da|dalla|dalle|dal / |vostra|tua|vostre|questa|vostro|sua / lista|liste|mailing list|newsletter|database|elenco|lista di distribuzione",
      "cancellami|cancellatemi|mi cancelli|disiscrivimi|disiscrivetemi|disiscrivermi|disiscrizione|cancellazione|rimuovimi|rimuovetemi|mi rimuova|toglietemi|toglimi|eliminatemi|eliminami|cancellarmi|rimuovermi|annulla iscrizione|annullare iscrizione|voglio disiscrivermi|vorrei disiscrivermi|voglio cancellarmi|vorrei cancellarmi|desidero cancellarmi|chiedo la cancellazione|disiscrivi|disiscriviti|annulla l'iscrizione / |da|dalla|dalle|dal / |vostra|tua|vostre|questa|vostro|sua / |lista|liste|mailing list|newsletter|database|elenco|lista di distribuzione",
      "non / |voglio|desidero|vogliamo / |piu / ricevere / |piu / |le|vostre|queste|altre|le vostre / email|mail|messaggi|comunicazioni / |piu",
      "non / mi|ci / |piu / inviate|contattate|scrivete|contatti|scriva|scrivere|mandate / |piu / |le|vostre|queste|altre / |email|mail|messaggi|comunicazioni / |piu",
      "non / contattatemi|scrivetemi|contattarmi|scrivermi|inviatemi|mandatemi / piu / |le|vostre|queste|altre / |email|mail|messaggi",
      "non / inviate|inviatemi|mandate|mandatemi|inviare|mandare / |mi / |piu / |le|vostre|queste|altre / email|mail|messaggi|comunicazioni / |piu",
      "non voglio piu ricevere / |le vostre|vostre|queste / email|mail|messaggi|comunicazioni",
      "cancellate|rimuovete|eliminate|togliete|cancelli|rimuova / |il|la / |mio|mia / indirizzo|email|mail|indirizzo email|nominativo / |da|dalla|dal|dalle|dai / |vostra|vostro|vostre|vostri / |lista|database|mailing list|elenco",
      "smettete|smettetela|smetta|basta / |di / |inviarmi|scrivermi|contattarmi|mandarmi / |email|mail|messaggi"
    ],
    courtesies: "per favore|grazie|per cortesia|prego|cortesemente|vi prego di|gentilmente|grazie mille",
    companions:
      "non sono interessato|non sono interessata|non interessato|non interessa|non mi interessa|no grazie|grazie|non siamo interessati",
    greetings: "ciao|buongiorno|buonasera|salve|gentile|gentili|egregio|spett",
    closings: "saluti|cordiali saluti|distinti saluti|un saluto|grazie|grazie mille|cordialmente|buona giornata"
  },
  {
    language: "nl",
    requests: [
      "uitschrijven|afmelden|uitschrijving|afmelding|schrijf mij uit|schrijf me uit|meld mij af|meld me af|schrijft u mij uit|meldt u mij af|ik wil mij uitschrijven|ik wil me uitschrijven|ik wil mij afmelden|ik wil me afmelden|mij uitschrijven|mij afmelden / |van|voor|uit / |uw|deze|de|jullie|je / |lijst|mailinglijst|nieuwsbrief|mailing|maillijst|emails|mails",
      "verwijder|haal|schrap|verwijdert u|haalt u / mij|me|ons|mijn adres|mijn emailadres|mijn gegevens|mijn mailadres / |aub / van|uit|van de|uit de / |uw|deze|jullie|je|de / lijst|mailinglijst|mailinglist|bestand|database|adressenlijst|maillijst|mailing|adresbestand / |af",
      "geen / emails|mails|mail|berichten|email|reclame / meer|meer sturen",
      "stuur|mail|contacteer|benader|stuurt u|mailt u / mij|me|ons / |aub / geen|niet / |emails|mails|mail|berichten / meer",
      "mij|me|ons|mijn adres / te / verwijderen|schrappen|uit te schrijven",
      "mij|me / uit te schrijven|af te melden / |van|uit / |uw|deze|de / |lijst|mailinglijst",
      "stop / |met / |mailen|mij te mailen|me te mailen|het sturen van mails|mails sturen|emails sturen"
    ],
    courtesies: "alstublieft|alsjeblieft|aub|ajb|svp|graag|bedankt|dank u|dank je|dank|gelieve|s.v.p.",
    questions: "kunt u|kunnen jullie|kun je|zou u|wilt u",
    companions:
      "geen interesse|ik heb geen interesse|wij hebben geen interesse|nee bedankt|nee dank u|bedankt|dank u wel|dank u|niet geinteresseerd|alvast bedankt",
    greetings: "hallo|hoi|beste|geachte|dag|goedemorgen|goedemiddag|goedendag",
    closings:
      "met vriendelijke groet|met vriendelijke groeten|mvg|vriendelijke groet|groet|groeten|gr|bedankt|alvast bedankt"
  },
  {
    language: "da",
    requests: [
      "afmeld|afmelding|afmeld mig|frameld|frameld mig|afmelde|meld mig fra|jeg vil gerne afmeldes|jeg onsker at blive afmeldt|jeg vil afmeldes / |fra / |jeres|din|denne|listen / |liste|mailingliste|nyhedsbrev|maillisten",
      "fjern|slet / mig|os|min email|min mail|min adresse|min mailadresse / |fra / |jeres|din|denne|listen|maillisten / |liste|mailingliste|database|maillliste",
      "ingen / flere / mails|emails|beskeder / |fra jer|tak",
      "stop / |med at / |sende|skrive|kontakte|maile / |mig|til mig|os / |mails|emails|flere mails|beskeder",
      "|jeg onsker|jeg vil / ikke / |at / have|modtage|have flere|modtage flere|fa flere|flere / |jeres / mails|emails|beskeder|nyhedsbreve|henvendelser / |fra jer"
    ],
    courtesies: "tak|venligst|vaer sa venlig at|vær så venlig at|mange tak|på forhånd tak",
    companions: "nej tak|ikke interesseret|jeg er ikke interesseret|tak|vi er ikke interesserede|på forhånd tak",
    greetings: "hej|kaere|kære|goddag|hejsa",
    closings: "med venlig hilsen|venlig hilsen|mvh|vh|hilsen|mange hilsner|de bedste hilsner"
  },
  {
    language: "nb",
    requests: [
      "avmeld|avmelding|meld meg av|avmeld meg|jeg vil melde meg av|jeg onsker a melde meg av|avregistrer|avslutt abonnement / |fra / |deres|listen|denne|din / |liste|epostliste|nyhetsbrev|epostlisten",
      "fjern|slett|stryk|ta / meg|oss|min epost|min epostadresse|epostadressen min|min adresse / |fra|av / |deres|listen|denne|din|listene|epostlisten / |liste|epostliste|database",
      "ingen / flere / eposter|epost|mail|mailer|meldinger / |fra dere|takk",
      "slutt|stopp / a|med a / sende|skrive|kontakte|maile / |meg|til meg|oss / |eposter|epost|mail|mailer|meldinger",
      "stopp / |na|dette",
      "|jeg onsker|jeg vil|vi onsker / ikke / |a / ha|motta|ha flere|motta flere|fa flere|flere / |deres / eposter|epost|mail|henvendelser|meldinger / |fra dere"
    ],
    courtesies: "takk|vennligst|vær så snill|ver sa snill|på forhånd takk|tusen takk",
    companions: "nei takk|ikke interessert|jeg er ikke interessert|takk|vi er ikke interessert|på forhånd takk",
    greetings: "hei|kjære|god dag|heisann|hallo",
    closings: "med vennlig hilsen|vennlig hilsen|mvh|vh|hilsen|beste hilsen"
  },
  {
    language: "sv",
    requests: [
      "avregistrera|avregistrera mig|avanmal|avanmala|avanmalan|avprenumerera|avsluta prenumeration|avsluta prenumerationen|jag vill avregistrera mig|avregistrering|jag vill avsluta prenumerationen / |fran / |er|listan|denna|ert|din / |lista|mejllista|epostlista|nyhetsbrev|utskick|mailinglista|sandlista",
      "ta bort|radera|stryk / mig|oss|min adress|min epost|min epostadress|min mejl|min mejladress|min mail|min mailadress / |fran|ur / |er|listan|era|denna|ert|din / |lista|listor|mejllista|mailinglista|epostlista|sandlista|register|databas|utskick",
      "inga / fler / mejl|mail|mails|utskick|meddelanden / |fran er|tack",
      "sluta / |att / |skicka|mejla|maila|kontakta|skriva / |mig|till mig|oss / |mejl|mail|epost / |till mig|till oss",
      "|jag vill / inte / |langre / ha|fa|ha fler|fa fler|fler|nagra fler / |era|nagra / mejl|mail|epost|utskick / |fran er",
      "stoppa|stopp / |utskick|utskicken|mejlen|mailen"
    ],
    courtesies: "tack|snälla|vänligen|var vänlig|var vänlig och|tack på förhand",
    companions:
      "nej tack|inte intresserad|jag är inte intresserad|ej intresserad|tack|vi är inte intresserade|inget intresse|tack på förhand",
    greetings: "hej|hejsan|god dag|bästa",
    closings:
      "med vänlig hälsning|med vänliga hälsningar|vänliga hälsningar|vänligen|mvh|hälsningar|hälsning|vh|bästa hälsningar"
  },
  {
    language: "fi",
    requests: [
      "peruuta tilaus|peruuta tilaukseni|peru tilaus|peru tilaukseni|lopeta tilaus|peruuta uutiskirje|peruutus|haluan peruuttaa tilauksen|poistu listalta|tilauksen peruutus",
      "poista|poistakaa / minut|meidat|osoitteeni|sahkopostiosoitteeni|sahkopostini / |tältä|teidän|tältä teidän / |listalta|listaltanne|postituslistalta|postituslistaltanne|rekisterista|rekisteristanne|sahkopostilistalta|sahkopostilistaltanne",
      "ei / enaa|lisaa / viesteja|sahkoposteja|sahkopostia|posteja|maileja / |minulle|kiitos",
      "lopeta|lopettakaa / |viestien|naiden viestien|sahkopostien / |lahettaminen|lahetys|viestit|spammaaminen",
      "alkaa|ala / |enaa / ottako yhteytta|ota yhteytta / |minuun|enaa",
      "alkaa|ala / |enaa / lahettako|laheta / |minulle|meille / |enaa / viesteja|sahkopostia|sahkoposteja|posteja / |enaa|minulle",
      "en halua / |enaa / |naita|lisaa|teilta / viesteja|sahkopostia|sahkoposteja|posteja / |enaa|teilta"
    ],
    courtesies: "kiitos|ystävällisesti|olkaa hyvä|pyydän",
    companions: "ei kiitos|ei kiinnosta|en ole kiinnostunut|kiitos|emme ole kiinnostuneita",
    greetings: "hei|moi|terve|hyvä|päivää|hyvää päivää",
    closings: "ystävällisin terveisin|terveisin|yt|t|terv|parhain terveisin|kiitos"
  },
  {
    language: "ca",
    requests: [
      "baixa|donar de baixa|donar me de baixa|doneu me de baixa|doni'm de baixa|vull donar me de baixa|cancel·lar subscripcio|anul·lar subscripcio / |de / |la|aquesta|vostra|la vostra / |llista|butlleti|llista de correu",
      "elimineu me|esborreu me|traieu me|treieu me / de / |la|la vostra|aquesta / llista|base de dades|llista de correu",
      "no / m|em|ens / envieu|escriviu|contacteu / |mes / |correus|missatges / |mes",
      "no / envieu / |me|nos / |mes / correus|missatges / |mes",
      "no / vull / rebre / |mes / correus|missatges"
    ],
    courtesies: "si us plau|sisplau|gràcies|moltes gràcies",
    companions: "no m'interessa|no estic interessat|no estic interessada|no gràcies|gràcies",
    greetings: "hola|bon dia|bona tarda",
    closings: "salutacions|atentament|gràcies|cordialment"
  }
]
