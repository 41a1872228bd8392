/** Requests to stop in whole sentences, in Romance languages. See `OptOutLanguage.ts`. */
import type { Sentences } from "./OptOutLanguage.ts"

export const romanceSentences: ReadonlyArray<Sentences> = [
  {
    language: "fr",
    classes: {
      me: "moi|nous|me|m|mon adresse|notre adresse|mon mail|mon email|mon adresse email|mon adresse mail|mon adresse electronique|notre adresse email|notre adresse mail|mes coordonnees|nos coordonnees|mes donnees|nos donnees|mon nom|mon contact|notre societe|notre entreprise|cette adresse|cette adresse email|cette adresse mail|mon courriel|toutes mes donnees",
      data: "mes donnees|nos donnees|toutes mes donnees|mes donnees personnelles|mes coordonnees|nos coordonnees|mon adresse|mon adresse email|mon adresse mail|mon adresse electronique|l ensemble de mes donnees|l ensemble de mes donnees personnelles|toutes les donnees me concernant|toutes mes donnees personnelles|les donnees me concernant|toute donnee me concernant|notre adresse|notre adresse mail",
      of: "de|de votre|de vos|de cette|de la|de toutes vos|de ces|des|de tous vos|de toute|de ta|de tes|a votre|a cette|a vos|a|depuis votre|sur votre",
      list: "liste|listes|base|bases|base de donnees|bases de donnees|fichier|fichiers|liste de diffusion|liste d envoi|listes de diffusion|listes d envoi|newsletter|newsletters|mailing list|mailing|mailings|liste de contacts|liste de mailing|liste de prospection|liste de distribution|liste de contact|systeme|crm|lettre d information|carnet d adresses|campagne|campagnes|diffusion|liste de prospects|liste mail|envois|emailing",
      mails:
        "emails|email|mails|mail|messages|message|courriels|courriel|newsletters|publicite|publicites|pub|pubs|sollicitations|sollicitation|offres|communications|communication|spam|spams|courrier|courriers|relances|propositions|prospection|informations|demarchage",
      any: "d|de|des|vos|ces|aucun|aucune|d autres|le moindre|la moindre|ce type de|ce genre de|tes|vos prochains|tous vos|quelconque|votre|cette|cet|vos fichus",
      remove:
        "desinscrire|desabonner|retirer|supprimer|enlever|radier|rayer|effacer|sortir|ôter|exclure|desinscriviez|retiriez|supprimiez"
    },
    requests: [
      "me|nous / <remove> / <of> / <list>",
      "me|nous / desinscrire|desabonner",
      "<remove> / mon adresse|notre adresse|mon mail|mon email|mon adresse email|mon adresse mail|mes coordonnees|nos coordonnees|mon nom|mon contact|notre societe|mon adresse electronique|mon courriel|<me> / <of> / <list>",
      "<remove>|la suppression de|l effacement de|suppression de|effacement de|detruire / <data> / <of>? / <list>?",
      "retirez|supprimez|enlevez|rayez|effacez|sortez|radiez|retire|supprime|enleve|desinscrivez|desabonnez / <me> / <of> / <list>",
      "supprimez|effacez|detruisez|retirez / <data> / <of>? / <list>?",
      "desinscrivez|desabonnez|desinscris|desabonne / moi|nous",
      "etre|a etre / desinscrit|desinscrite|desabonne|desabonnee|retire|retiree|supprime|supprimee|radie|retires|desinscrits|desabonnes|supprimes|enleve / <of> / <list>",
      "|je|nous|n|que je|j? / ne? / veux|souhaite|desire|voulons|souhaitons|desirons|aimerais|voudrais / plus|pas|plus jamais|aucunement / recevoir / <any>? / autres? / <mails> / commerciales|commerciaux|publicitaires|non sollicites|non sollicitees?",
      "ne / plus|plus jamais|pas / recevoir / <any>? / autres? / <mails> / commerciales|commerciaux|publicitaires?",
      "ne / plus|plus jamais / me|m|nous / contacter|ecrire|solliciter|demarcher|importuner|deranger|relancer|harceler|spammer",
      "ne / plus|plus jamais / me|m|nous / envoyer|adresser|transmettre / <any>? / autres? / <mails>|rien",
      "ne / plus|plus jamais / etre / contacte|contactee|sollicite|sollicitee|contactes|sollicites|demarche|demarches|importune|destinataire de vos mails",
      "ne / me|m|nous / contactez|ecrivez|sollicitez|demarchez|relancez|derangez|importunez|recontactez|ecris|contacte / plus|plus jamais",
      "ne / me|m|nous / envoyez|adressez|envoie / plus|plus jamais / <any>? / autres? / <mails>|rien?",
      "arretez|arreter|cessez|cesser|arrete|stoppez / de|d|avec? / me|m|nous|vos|votre? / envoyer|ecrire|contacter|solliciter|spammer|harceler|demarcher|importuner|relancer|deranger / <any>? / <mails>?",
      "arretez|arreter|cessez|cesser|stoppez|stop a / <any>|toute|toutes|tout|immediatement? / <mails>|vos envois|prise de contact|contact|envoi|envoi de mails|demarche commerciale",
      "m oppose|nous opposons|oppose|m opposer|m opposer au|exerce mon droit d opposition|opposition / au|a|a l|a tout|a toute|au fait que? / tout? / traitement|utilisation|usage|exploitation|prospection|reception|nouvelle sollicitation / de|commerciale? / <data>?",
      "exerce|exercer / mon|notre / droit d opposition|droit a l effacement|droit de retrait|droit a l oubli",
      "retire|revoque|retirons / mon|notre / consentement",
      "assez|marre|stop / de|a|avec|aux / <any>? / <mails>",
      "laissez|laisse / moi|nous / tranquille|tranquilles|en paix",
      "ne / veux|souhaite|voulons|souhaitons / plus|plus jamais / avoir de nouvelles|entendre parler|entendre|etre contacte|etre contactee|etre sollicite|etre sollicitee|etre contactes|etre demarche / de vous|de votre entreprise|de votre societe?"
    ],
    fillers: [
      "reglement general sur la protection des donnees|loi informatique et libertes|code des postes et des communications electroniques|reglement",
      "s il vous plait|s il te plait|svp|stp|merci|merci beaucoup|merci par avance|merci d avance|je vous remercie|veuillez|merci de bien vouloir|bien vouloir|de bien vouloir|merci de|priere de|immediatement|sans delai|dans les plus brefs delais|des que possible|rapidement|au plus vite|tout de suite|a l avenir|desormais|dorenavant|definitivement|une bonne fois pour toutes|une fois pour toutes|egalement|aussi|donc|ainsi|et|alors|enfin|simplement|juste|encore|jamais|du tout|de votre part|de vous|par mail|par email|par courriel|a cette adresse|a mon adresse|sur cette adresse|a mon egard|me concernant|non merci|non|bonjour|cordialement|pour la derniere fois|dernier avertissement|foutus|maudits|stupides|inutiles|non sollicites|que|de|a|vous|par la presente|formellement|expressement|aupres de vous|de ne plus",
      "je|nous / vous|te|souhaite|souhaiterais|voudrais|veux|desire|demande|prie|exige|souhaitons|voudrions|aimerais|aimerions|saurais gre|remercie|remercions|demandons|prions|entends|tiens a|dois|sollicite / demande|demandons|prie|prions|remercie|remercions|demander|saurais gre|saurions gre|serais reconnaissant|serions reconnaissants|vous demander|vous prier|que vous|que? / donc|par consequent|instamment|formellement? / de|d|que|instamment? / bien vouloir?",
      "vous|je vous ai|je vous ai deja|je vous avais / demande|demande deja|deja demande|demandais / plusieurs fois|deux fois|a plusieurs reprises|deja? / de",
      "conformement a|en vertu de|selon|au titre de|sur la base de|en application de|aux termes de|au regard de|conformement au|en vertu du|en application du|au titre du|conformement aux|en vertu des|et|du|de la|de l|l|le|la|des dispositions / du|de la|l|le|la|dispositions?",
      "a des fins de|a des fins|pour la|a|dans le cadre de|de|pour du|pour de la|pour des / prospection|prospection commerciale|publicitaires|commerciales|marketing|marketing direct|prospection directe|fins de prospection|fins commerciales|demarchage",
      "faites en sorte que je|faites en sorte|assurez vous que je|il serait bien|je vous serais reconnaissant|je vous serais reconnaissante|je vous saurais gre|ce serait gentil|je|nous|j|n"
    ],
    questions:
      "pouvez vous|pourriez vous|peux tu|pourrais tu|voudriez vous|est il possible de|serait il possible de|puis je vous demander de|est ce que vous pouvez|est ce que vous pourriez|auriez vous l amabilite de|auriez vous l obligeance de",
    joins:
      "et|car|parce que|puisque|donc|ou|sinon|afin|alors|comme|si|sauf si|jusqu|tant que|lorsque|quand|faute de quoi|sans quoi",
    conditions: "si|sauf si|a moins que|jusqu|tant que|lorsque|quand|des que|a condition|s il n",
    contrasts: "mais|cependant|sauf|toutefois|par contre|en revanche|excepte|hormis|neanmoins|seulement",
    goesOn:
      "appel*|telephon*|rendez vous|rdv|reunion|prix|tarif|tarifs|devis|offre|demo|contrat|facture|commande|envoyez|dites|ajoutez|ajouter|plutot|interesse|interessee|interesses|parler|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|semaine prochaine|mois prochain|annee prochaine|printemps|ete|automne|hiver|accord|piece jointe|plus tard|nouvelle adresse|utilisez|veuillez|besoin|question|questions|convient|oui|volontiers|rentree|trimestre",
    reasons:
      "ne|n|pas|plus|aucun|aucune|jamais|rien|deja|assez|non|spam*|merci*|remerci*|desole*|malheureusement|confirm*|comprehension|comprendre|supprim*|effac*|loi|rgpd|retraite|fournisseur*|prestataire*|satisfait*|bonne continuation|publicite*",
    threats:
      "cnil|plainte*|avocat*|justice|tribunal|signal*|autorite*|loi|legal*|illegal*|spam*|indesirable*|bloqu*|idiot*|imbecile*|connard*|merde|stupide*|harcel*|amende|rgpd|poursuit*|poursuivre|poursuites|reviendrons vers vous|reviendrai vers vous|reviendra vers vous|recontacterons|recontacterai|encore un mail|encore un message|un mail de plus",
    origins:
      "ou avez vous|comment avez vous|comment vous etes vous|qui vous a|d ou tenez|d ou vient|pourquoi est ce que je recois|pourquoi je recois|pourquoi continuez|combien de fois|origine de|c est clair|est ce clair|compris"
  },
  {
    language: "es",
    classes: {
      me: "me|nos|mi correo|mi email|mi direccion|mi direccion de correo|mi direccion de correo electronico|mi correo electronico|nuestro correo|nuestra direccion|nuestro email|mis datos|nuestros datos|mi nombre|mi contacto|mi mail|nuestra empresa|esta direccion|este correo|mi direccion de email",
      data: "mis datos|nuestros datos|todos mis datos|mis datos personales|todos mis datos personales|mi direccion|mi correo|mi correo electronico|mi direccion de correo|mi informacion|mi direccion de correo electronico|cualquier dato mio|mi informacion personal",
      of: "de|de su|de tu|de esta|de la|de sus|de vuestra|de vuestras|de todas sus|de estas|de todas las|de las|de vuestros|de los|de estos|de cualquier|en su|en sus",
      list: "lista|listas|base|bases|base de datos|bases de datos|boletin|boletines|newsletter|lista de correo|listas de correo|lista de distribucion|lista de contactos|lista de envio|lista de envios|lista de mailing|sistema|sistemas|crm|ficheros|archivos|mailing|lista de difusion|envios|lista de correos|campana|campanas|registros|lista de emails",
      mails:
        "correos|emails|mails|mensajes|correo|publicidad|correos electronicos|email|mail|mensaje|comunicaciones|comunicacion|ofertas|spam|boletines|newsletters|informacion|propaganda|propuestas|basura|correos comerciales|emails comerciales|publicitarios",
      any: "mas|estos|sus|tus|vuestros|ningun|ninguna|otros|este tipo de|esos|esta|esa|su|ningun otro|mas de sus|cualquier|todos sus"
    },
    requests: [
      "que? / <me>? / eliminen|elimine|borren|borre|quiten|quite|retiren|retire|saquen|saque|remuevan|remueva|supriman|den de baja|de de baja|den|elimines|quites|borres|eliminen de inmediato|excluyan|excluya|eliminarais|dieran de baja|eliminara|eliminaran|quitaran|borraran / <me>? / <of> / <list>",
      "elimine|elimina|eliminen|borre|borra|borren|quite|quiten|quita|retire|retiren|saque|saquen|saca|remueva|remuevan|eliminar|borrar|quitar|retirar|sacar|suprimir|remover|excluir|dar de baja|den de baja|darme|darnos|darse / <me>|de baja / <of> / <list>",
      "dar|den|de|dad / me|nos|de baja / de baja|mi correo|mi direccion|mi email|a mi correo",
      "darme|darnos|denme|deme|dadme|dennos|darse|que me den|que me de / de baja / <of>? / <list>?",
      "eliminen|elimine|eliminar|borren|borre|borrar|supriman|suprimir|suprima|la supresion de|la eliminacion de|la cancelacion de|eliminacion de|supresion de|cancelar|cancelen / <data> / <of>? / <list>?",
      "no / quiero|deseo|queremos|deseamos|quisiera|quisieramos|me interesa / recibir|seguir recibiendo|volver a recibir / <any>? / <mails> / comerciales|publicitarios|suyos|suyas|no solicitados? / mas?",
      "no / recibir|seguir recibiendo|volver a recibir / <any>? / <mails> / comerciales|publicitarios? / mas?",
      "no / <me> / escriban|escriba|escribas|envien|envie|envies|contacten|contacte|contactes|manden|mande|mandes|vuelvan a escribir|vuelva a escribir|vuelvan a contactar|vuelvas a escribir|vuelva a contactar|vuelvan a enviar|molesten|molesteis|escribais|envieis|contacteis|vuelvas a contactar|siga escribiendo|sigan escribiendo|sigan enviando|sigan contactando / mas|nunca mas? / <any>? / <mails>? / mas?",
      "no / volver a|vuelvan a|vuelva a|vuelvas a / contactarme|escribirme|enviarme|contactarnos|escribirnos|molestarme|enviarnos|mandarme / <any>? / <mails>? / mas?",
      "no / envien|envie|envies|manden|mande|mandes|enviar|mandar|enviarme|mandarme|escribirme|contactarme|enviarnos|contactarnos / mas / <any>? / <mails>?",
      "dejen|deje|deja|paren|pare|para|cesen|cese|dejar|dejad|basta|dejeis / de / escribirme|enviarme|mandarme|contactarme|enviar|mandar|escribirnos|enviarnos|contactarnos|molestarme|molestar|acosarme|spamearme|mandarnos / <any>? / <mails>?",
      "basta|ya basta / de / <any>|tantos|tanto? / <mails>",
      "dejen|dejeme|dejenme|dejadme|dejame|dejennos / me? / en paz|tranquilo|tranquila",
      "me|nos / opongo|oponemos / a|al / que se traten|tratamiento|uso|cualquier tratamiento|todo tratamiento / de? / <data>? / <of>? / <list>?",
      "ejerzo|ejercer|ejercemos / mi|el|nuestro / derecho / de|a la|al / oposicion|supresion|cancelacion|olvido",
      "retiro|revoco / mi|el / consentimiento",
      "no / quiero|deseo|queremos / que / <me> / contacten|escriban|envien|contacte|escriba|molesten|vuelvan a contactar|vuelvan a escribir|manden / <any>? / <mails>? / mas?",
      "no / quiero|queremos|deseo / saber|ser contactado|ser contactada|ser contactados|que me contacten / nada? / mas|de ustedes"
    ],
    fillers: [
      "con su publicidad|con sus correos|con sus emails|con su spam|reglamento general de proteccion de datos|ley de proteccion de datos|ley organica de proteccion de datos|vuestros|vuestras|suyas|de vosotros|tuyos|ley",
      "por favor|gracias|muchas gracias|favor de|ruego|porfavor|le ruego|les ruego|gracias de antemano|de antemano|inmediatamente|de inmediato|lo antes posible|cuanto antes|en el futuro|en adelante|a partir de ahora|nunca|nunca mas|jamas|mas|ya|tambien|y|por tanto|por lo tanto|por eso|asi que|definitivamente|de una vez|de una vez por todas|para siempre|simplemente|solo|no gracias|no|de ustedes|de su parte|de su empresa|de parte de ustedes|a esta direccion|a mi correo|a este correo|por correo|por email|por esta via|por la presente|formalmente|expresamente|que|a|de|le|les|os|malditos|estupidos|molestos|no deseados|suyos|con fines comerciales|con fines publicitarios|para fines comerciales|con fines de marketing|para marketing directo|para fines de marketing|con fines de mercadotecnia|de contacto|por ultima vez|ultimo aviso",
      "le|les|os|yo|te? / pido|pedimos|solicito|solicitamos|ruego|rogamos|exijo|agradeceria|agradeceriamos|agradezco|quiero|queremos|deseo|deseamos|quisiera|me gustaria|nos gustaria|requiero|necesito|pediria / pedirles|pedirle|solicitarles|solicitar|rogarles|pediros|mucho|que? / por favor|amablemente|encarecidamente|formalmente? / que? / por favor?",
      "ya les he pedido que|ya les pedi que|les he pedido varias veces que|ya le he pedido que|asegurense de que|aseguren que",
      "de acuerdo con|conforme a|segun|en virtud de|al amparo de|en base a|con base en|en ejercicio de|en aplicacion de|al amparo del|en virtud del|conforme al|de conformidad con|y|del|de la|el|la|lo dispuesto en / el|la|del|lo|mi derecho de|los? / reglamento|ley|derecho?"
    ],
    questions:
      "puede|pueden|podria|podrian|puedes|podrias|podeis|podriais|seria posible|serian tan amables de|seria tan amable de|me podrian|me pueden|me podria|me puede|pueden por favor",
    joins:
      "y|porque|ya que|pues|asi que|por eso|o|si no|de lo contrario|dado que|puesto que|como|si|a menos que|hasta que|cuando|e",
    conditions: "si|a menos que|hasta|cuando|siempre que|en caso|en cuanto|salvo que",
    contrasts: "pero|sin embargo|excepto|salvo|aunque|solo|en cambio",
    goesOn:
      "llam*|telefon*|reunion|cita|precio|precios|presupuesto|cotizacion|oferta|demo|contrato|factura|pedido|enviame|envieme|digame|anadan|agregue|en su lugar|interesado|interesada|interesados|hablar|lunes|martes|miercoles|jueves|viernes|sabado|domingo|manana|proxima semana|proximo mes|proximo ano|primavera|verano|otono|invierno|de acuerdo|adjunto|mas tarde|nueva direccion|use|necesito|necesitamos|pregunta|preguntas|si por favor|claro",
    reasons:
      "no|ningun|ninguna|nunca|nada|ya|bastante|basta|spam*|gracias|agradec*|lamento|lo siento|confirm*|comprension|elimin*|ley|jubil*|proveedor*|satisfech*|suerte|exitos|publicidad",
    threats:
      "denunci*|queja|reclamacion|abogad*|ley|legal*|ilegal*|aepd|agencia espanola|autoridad*|spam*|bloque*|idiota*|estupid*|imbecil*|acos*|multa*|juzgado|tribunal*|otro correo|un correo mas|otro mensaje|nos pondremos en contacto|les contactaremos|me pondre en contacto|rgpd",
    origins:
      "de donde|como consigui*|como obtuv*|como han conseguido|quien les|por que recibo|por que me|por que sigo|cuantas veces|esta claro|entendido"
  },
  {
    language: "pt",
    classes: {
      me: "me|nos|meu email|o meu email|meu contato|meu contacto|o meu contacto|o meu contato|meu endereco|o meu endereco|meu nome|o meu nome|meus dados|os meus dados|nosso email|o nosso email|nosso contato|os nossos dados|meu endereco de email|o meu endereco de email|este email|este endereco|meu e mail|nossa empresa|a nossa empresa",
      data: "meus dados|os meus dados|todos os meus dados|meus dados pessoais|os meus dados pessoais|todos os meus dados pessoais|nossos dados|os nossos dados|dos meus dados|de meus dados|dos meus dados pessoais|de todos os meus dados|meu email|o meu email|do meu email|meu endereco|o meu endereco de email|todos os dados|minhas informacoes|as minhas informacoes|meu contato|meu cadastro",
      of: "da|das|do|dos|de|da sua|das suas|da vossa|das vossas|desta|dessa|destas|de sua|de suas|do seu|dos seus|de todas as|de qualquer|de vossa|do vosso|dos vossos|desse|deste|de todas as suas|da tua|na sua|na vossa",
      list: "lista|listas|mailing|mailings|base de dados|base|bases|lista de emails|lista de email|lista de contatos|lista de contactos|lista de distribuicao|lista de envio|listas de envio|newsletter|newsletters|sistema|sistemas|banco de dados|crm|lista de envios|cadastro|listas de emails|lista de mailing|lista de correio|lista de transmissao|registos|campanha|campanhas|ficheiros|lista de divulgacao|lista de marketing",
      mails:
        "emails|email|mensagens|mensagem|mails|mail|comunicacoes|comunicacao|publicidade|propaganda|propagandas|ofertas|spam|newsletters|contatos|contactos|contato|contacto|informacoes|conteudos|lixo|correio|propostas|comunicacoes comerciais",
      any: "mais|estes|seus|vossos|esses|quaisquer|qualquer|nenhum|nenhuma|outros|novos|este tipo de|esse tipo de|os seus|os vossos|suas|esta|essa|mais nenhum|mais nenhuma|as suas|seu|teus"
    },
    requests: [
      "que? / <me>? / removam|remova|retirem|retire|excluam|exclua|tirem|tire|apaguem|apague|eliminem|elimine|descadastrem|descadastre|desinscrevam|remover|retirar|excluir|tirar|apagar|eliminar|descadastrar|removesse|removessem|retirassem|remove|retira|tira|exclui|a remocao do|a exclusao do|a remocao|a retirada do / <me>? / <of> / <list>",
      "removam|remova|apaguem|apague|eliminem|elimine|excluam|exclua|remover|apagar|eliminar|excluir|deletem|deletar|a exclusao|exclusao|a eliminacao|a remocao|remocao|eliminacao|o apagamento|apagamento / <data> / <of>? / <list>?",
      "ser / removido|removida|retirado|retirada|excluido|excluida|removidos|descadastrado|descadastrada / <of> / <list>",
      "sair|sair fora / <of> / <list>",
      "me / descadastrar|descadastre|descadastrem|desinscrever|descadastrem ja",
      "nao / quero|desejo|queremos|desejamos|pretendo|pretendemos|gostaria de|tenho interesse em|gostariamos de / mais? / receber|continuar a receber|voltar a receber|continuar recebendo / <any>? / <mails>|nada / mais|vossos|vossas|suas|seus|comerciais|publicitarias? / mais?",
      "nao / receber|continuar a receber|voltar a receber / mais? / <any>? / <mails>",
      "nao / <me>? / enviem|envie|contactem|contacte|contatem|contate|escrevam|escreva|mandem|mande|voltem a contactar|voltem a contatar|voltem a escrever|voltem a enviar|volte a contactar|volte a contatar|incomodem|incomode|envies|mande / <me>? / nunca mais|mais / <any>? / <mails>?",
      "nao / <me> / enviem|envie|contactem|contacte|contatem|contate|escrevam|escreva|mandem|mande|incomodem|voltem a contactar|voltem a contatar|voltem a escrever|voltem a enviar|volte a contactar|volte a contatar / mais? / <any>? / <mails>?",
      "nao / voltem a|volte a|voltar a / contactar|contatar|escrever|enviar|me contactar|me contatar|me escrever|incomodar / <me>? / <any>? / <mails>?",
      "parem|pare|parar|deixem|deixe|deixar|cessem|chega / imediatamente? / de / me? / enviar|mandar|contatar|contactar|escrever|incomodar|encher|importunar|enviar me|contactar me|mandar me|perturbar / <me>? / <any>? / <mails>?",
      "deixem|deixe / <me> / em paz",
      "chega|basta / de|desses|destes|dos|com / <any>? / <mails>",
      "me? / oponho|opomos|manifesto oposicao|oponho me / me? / ao|a / tratamento|utilizacao|uso|qualquer tratamento / <data>? / <of>? / <list>?",
      "revogo|retiro|revogamos / o? / meu|nosso / consentimento",
      "exercer|exerco / o? / meu|direito? / direito? / de|a|ao / oposicao|eliminacao|apagamento|exclusao|esquecimento"
    ],
    fillers: [
      "lei geral de protecao de dados|regulamento geral de protecao de dados|regulamento geral sobre a protecao de dados|rgpd",
      "por favor|obrigado|obrigada|favor|pf|agradeco|por gentileza|muito obrigado|muito obrigada|desde ja obrigado|desde ja agradeco|grato|grata|imediatamente|de imediato|o mais rapido possivel|o quanto antes|quanto antes|no futuro|futuramente|a partir de agora|de agora em diante|nunca|nunca mais|jamais|mais|tambem|e|por isso|portanto|assim|definitivamente|de uma vez por todas|de vez|para sempre|simplesmente|apenas|so|nao obrigado|nao obrigada|nao|de voces|vossos|vossas|da vossa parte|da sua parte|da vossa empresa|da sua empresa|para este email|para o meu email|neste email|por email|por este meio|formalmente|expressamente|que|a|o|de|se|lhes|lhe|vos|malditos|chatos|indesejados|nao solicitados|seus|para fins de marketing|para marketing direto|para fins comerciais|para efeitos de marketing direto|para fins de marketing direto|pela ultima vez|ultimo aviso|ja|novamente|gentilmente|todos|do|da",
      "eu|lhes|vos|lhe? / peco|pedimos|solicito|solicitamos|agradeco|agradecia|agradeceria|agradecemos|exijo|requeiro|quero|queremos|desejo|desejamos|gostaria de|gostava de|gostariamos de|gostaria|gostava|venho por este meio|venho / pedir|solicitar|lhe|vos|lhes|que? / por gentileza|por favor|gentilmente|encarecidamente|formalmente? / que|a|para? / por favor?",
      "ja pedi varias vezes para|ja pedi que|ja pedi para|ja vos pedi que|ja lhe pedi que|certifiquem se de que|garantam que",
      "de acordo com|conforme|nos termos de|nos termos do|com base na|com base no|ao abrigo do|ao abrigo da|segundo|em conformidade com|com fundamento na|com fundamento no|nos termos da|em cumprimento da|e|da|do|o|a / a|o|do|da|lei|meu direito? / lei|regulamento|artigo?"
    ],
    questions:
      "pode|podem|poderia|poderiam|podes|podia|podiam|seria possivel|seria possivel que|voces podem|voces poderiam|voce pode|voce poderia|teriam a gentileza de|e possivel",
    joins:
      "e|porque|pois|ja que|por isso|entao|ou|caso contrario|senao|uma vez que|visto que|se|a menos que|ate que|quando|dado que",
    conditions: "se|a menos que|ate|quando|desde que|caso|assim que|salvo se",
    contrasts: "mas|porem|contudo|exceto|excepto|salvo|embora|entretanto|so|apenas",
    goesOn:
      "ligue*|ligacao|ligar|chamada|telefon*|reuniao|preco|precos|orcamento|cotacao|proposta|oferta|demo|contrato|fatura|factura|pedido|envie me|envia|diga|adicione|acrescente|em vez disso|interessado|interessada|interessados|interesse|falar|segunda|terca|quarta|quinta|sexta|sabado|domingo|amanha|proxima semana|proximo mes|proximo ano|primavera|verao|outono|inverno|concordo|anexo|mais tarde|novo endereco|use|preciso|precisamos|pergunta|perguntas|sim|claro",
    reasons:
      "nao|nenhum|nenhuma|nunca|nada|ja|chega|sem|spam*|obrigad*|agradec*|lamento|desculp*|confirm*|compreensao|remov*|lei|aposent*|reform*|fornecedor*|satisfeit*|sorte|sucesso|publicidade|propaganda",
    threats:
      "denunci*|reclamacao|queixa|advogad*|lei|legal*|ilegal*|anpd|cnpd|procon|autoridad*|spam*|bloque*|idiota*|estupid*|imbecil*|multa*|tribunal|justica|mais um email|outro email|entraremos em contato|entraremos em contacto|entro em contato|lgpd|rgpd|merda|porra",
    origins:
      "onde conseguiu|onde conseguiram|onde obtiveram|como conseguiu|como conseguiram|como obtiveram|quem vos|quem lhes|por que recebo|porque recebo|porque continuo|quantas vezes|entendido|esta claro|onde arranjaram|como arranjaram"
  },
  {
    language: "it",
    classes: {
      me: "mi|ci|il mio indirizzo|la mia email|la mia mail|il mio nominativo|il mio contatto|mio indirizzo|mia email|mia mail|il nostro indirizzo|la nostra email|il nostro contatto|i miei dati|i nostri dati|il mio indirizzo email|il mio nome|questo indirizzo|la nostra azienda|nostro indirizzo|il mio indirizzo mail|il mio indirizzo di posta|il mio indirizzo di posta elettronica",
      data: "i miei dati|miei dati|i nostri dati|tutti i miei dati|i miei dati personali|dei miei dati|dei miei dati personali|di tutti i miei dati|dei nostri dati|il mio indirizzo|il mio indirizzo email|i miei contatti|tutti i dati che mi riguardano|del mio indirizzo|del mio indirizzo email|il mio nominativo|la mia mail|la mia email",
      of: "da|dalla|dalle|dal|dai|dalla vostra|dalle vostre|dal vostro|dai vostri|da questa|dalla tua|dalla sua|dalle sue|dal suo|da tutte le vostre|da tutte le|da ogni vostra|da qualsiasi|da queste|alla vostra|alla|dal tuo",
      list: "lista|liste|mailing list|mailing lists|newsletter|database|elenco|elenchi|lista di distribuzione|liste di distribuzione|lista contatti|rubrica|archivi|archivio|sistema|sistemi|crm|banca dati|banche dati|lista di invio|lista email|lista di contatti|indirizzario|mailing|lista mail|contatti|campagna|campagne|liste di contatto",
      mails:
        "email|mail|messaggi|messaggio|comunicazioni|comunicazione|pubblicita|offerte|spam|newsletter|posta|proposte|informazioni|contatti|spazzatura|comunicazioni commerciali|mail commerciali|promozioni|materiale pubblicitario|sollecitazioni",
      any: "le|le vostre|vostre|vostra|queste|altre|ulteriori|nessun altra|alcuna|altri|i vostri|questi|nuove|questo tipo di|alcun|nessuna|tali|delle|piu|sue|qualsiasi|la vostra|altra|questa"
    },
    requests: [
      "<me>|di? / cancellare|rimuovere|eliminare|togliere|depennare|cancelliate|rimuoviate|eliminiate|togliate|cancelli|rimuova|elimini|tolga|escludere / <me>? / <of> / <list>",
      "cancellate|rimuovete|eliminate|togliete|cancelli|rimuova|elimini|tolga|cancella|rimuovi|togli / <me> / <of> / <list>",
      "cancellami|cancellatemi|disiscrivimi|disiscrivetemi|disiscrivermi|rimuovimi|rimuovetemi|toglietemi|toglimi|eliminatemi|eliminami|cancellarmi|rimuovermi|toglierci|eliminarmi|togliermi|cancellarci|rimuoverci|eliminarci|cancellateci|rimuoveteci|toglieteci|disiscriverci|depennarmi|essere cancellato|essere cancellata|essere rimosso|essere rimossa|essere rimossi|essere eliminato|essere tolto|mi cancelliate|mi rimuoviate|mi togliate|la mia cancellazione|la cancellazione|la rimozione / <of> / <list>",
      "disiscrivermi|disiscrivimi|disiscrivetemi",
      "cancellare|eliminare|rimuovere|cancellate|eliminate|cancelli|elimini|la cancellazione|cancellazione|l eliminazione|la rimozione|cancelliate|eliminiate|cancellazione immediata|la cancellazione immediata / <data> / <of>? / <list>?",
      "non / voglio|desidero|vogliamo|desideriamo|intendo|vorrei|gradisco|intendiamo|gradirei / piu? / ricevere|ricevere da voi|avere / piu? / <any>? / <mails>|nulla|niente / piu|vostre|commerciali|pubblicitarie|indesiderate?",
      "di? / non / piu? / ricevere / piu? / <any>? / <mails> / commerciali|pubblicitarie?",
      "non / <me> / piu? / inviate|contattate|scrivete|contatti|scriva|scrivere|mandate|contattare|inviare|disturbate|disturbare|scriviate|contattiate|inviate / piu|mai piu / <any>? / <mails>?",
      "non / <me> / piu|mai piu / inviate|contattate|scrivete|contatti|scriva|scrivere|mandate|contattare|inviare|disturbate|scriviate|contattiate / <any>? / <mails>?",
      "non / contattatemi|scrivetemi|contattarmi|scrivermi|inviatemi|mandatemi|contattarci|scriverci|inviarmi|mandarmi|contattateci|scriveteci|inviarci|disturbarmi|disturbatemi|scrivermi mai|contattarmi mai|essere contattato|essere contattata / piu|mai piu|ulteriormente / <any>? / <mails>?",
      "smettete|smettetela|smetta|basta|smettila|smetterla|cessate|smettere|finitela|interrompere / immediatamente|subito? / di|con? / inviarmi|scrivermi|contattarmi|mandarmi|inviarci|scriverci|contattarci|disturbarmi|tormentarmi|inviare|mandare|disturbare|spammare|spammarmi / <any>? / <mails>?",
      "basta / con? / <any>|queste|quelle|con le|con le vostre? / <mails>",
      "lasciatemi|lasciateci|lasciami|mi lasci|mi lasciate / in pace|stare",
      "mi|ci / oppongo|opponiamo / al|all|a|alla / trattamento|uso|utilizzo|ogni trattamento|qualsiasi trattamento|qualsiasi utilizzo|marketing|marketing diretto / <data>? / <of>? / <list>?",
      "revoco|ritiro|revochiamo / il? / mio|nostro? / consenso",
      "esercito|esercitare|esercitando / il? / mio? / diritto / di|alla|all / opposizione|cancellazione|oblio"
    ],
    fillers: [
      "regolamento generale sulla protezione dei dati|codice privacy|codice del consumo|regolamento",
      "per favore|grazie|per cortesia|prego|cortesemente|vi prego di|la prego di|gentilmente|grazie mille|grazie in anticipo|immediatamente|subito|al piu presto|quanto prima|il prima possibile|in futuro|d ora in poi|da ora in poi|da oggi|mai|mai piu|piu|ancora|anche|e|quindi|pertanto|percio|definitivamente|una volta per tutte|per sempre|semplicemente|solo|no grazie|no|da voi|da parte vostra|da parte sua|dalla vostra azienda|a questo indirizzo|alla mia mail|al mio indirizzo|via mail|via email|per email|con la presente|formalmente|espressamente|che|a|di|ad|maledette|stupide|inutili|fastidiose|indesiderate|non richieste|vostre|vostri|per finalita di marketing|per scopi di marketing|per finalita commerciali|a fini di marketing|a fini commerciali|per scopi commerciali|per finalita di marketing diretto|per marketing diretto|a fini di marketing diretto|per fini di marketing|per scopi pubblicitari|per l ultima volta|ultimo avviso|gia|tutti",
      "io|noi|vi|la|le? / chiedo|chiediamo|prego|preghiamo|invito|invitiamo|esigo|pretendo|richiedo|chiederei|vorrei|vorremmo|voglio|desidero|gradirei|sarei grato|sarei grata|diffido|ringrazio / chiedervi|chiederle|pregarvi|essere|cortesemente|gentilmente|formalmente|se poteste|se potesse|se? / di|che|dal|a? / volermi|voler|voi? / cortesemente|gentilmente?",
      "vi ho gia chiesto di|ho gia chiesto di|vi ho gia chiesto piu volte di|le ho gia chiesto di|assicuratevi che|fate in modo che",
      "ai sensi dell|ai sensi del|ai sensi della|ai sensi|in base al|in base all|secondo|secondo il|in conformita al|in virtu dell|in virtu del|a norma dell|a norma del|in applicazione del|e|del|dell|della|il|la / regolamento|codice della privacy|codice privacy|mio diritto?"
    ],
    questions:
      "puo|potete|potreste|potrebbe|puoi|potresti|sarebbe possibile|e possibile|mi potete|mi potreste|mi puo|mi potrebbe|ci potete|ci potreste|posso chiedervi di|posso chiederle di",
    joins:
      "e|perche|poiche|dato che|quindi|percio|o|altrimenti|in quanto|visto che|se|a meno che|finche|quando|siccome|oppure|ed",
    conditions: "se|a meno che|finche|quando|qualora|a condizione|non appena|fino a",
    contrasts: "ma|pero|tuttavia|tranne|eccetto|salvo|anche se|solo|invece",
    goesOn:
      "chiam*|telefon*|riunione|appuntamento|prezzo|prezzi|preventivo|offerta|demo|contratto|fattura|ordine|mandatemi|ditemi|aggiungete|invece|interessato|interessata|interessati|parlare|lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica|domani|prossima settimana|prossimo mese|prossimo anno|primavera|estate|autunno|inverno|d accordo|allegato|piu tardi|nuovo indirizzo|usate|bisogno|domanda|domande|si|volentieri",
    reasons:
      "non|nessun*|mai|nulla|niente|gia|basta|senza|spam*|grazie|ringrazi*|mi dispiace|purtroppo|conferm*|comprensione|cancell*|legge|pensione|fornitor*|soddisfatt*|fortuna|buon lavoro|pubblicita",
    threats:
      "denunc*|reclamo|segnal*|avvocat*|legge|legal*|illegal*|garante|autorita|spam*|blocc*|idiot*|stupid*|imbecill*|cretin*|multa|sanzion*|tribunale|polizia|un altra mail|un altra email|ancora una mail|vi contatteremo|la contatteremo|ci faremo sentire|gdpr|merda|molesti*",
    origins:
      "dove avete|come avete|dove ha|come ha|chi vi ha|da dove|perche ricevo|perche continuo|quante volte|chiaro|capito"
  },
  {
    language: "ro",
    classes: {
      me: "ma|ne|mi|adresa mea|emailul meu|adresa mea de email|datele mele|numele meu|adresa noastra|contactul meu|datele noastre|aceasta adresa|mailul meu",
      data: "datele mele|datele mele personale|toate datele mele|datelor mele|datelor mele personale|adresa mea|adresa mea de email|toate datele mele personale|datele noastre|tuturor datelor mele|emailul meu|adresei mele de email",
      of: "din|de pe|de la|din toate|din orice",
      list: "lista|lista dumneavoastra|lista voastra|listele|listele dumneavoastra|listele voastre|baza de date|baza dumneavoastra de date|baza voastra de date|newsletter|newsletterul|lista de email|lista de emailuri|lista de corespondenta|lista dvs|lista de distributie|baza dvs de date|bazele de date|bazele dumneavoastra de date|lista de contacte|sistem|sistemul dumneavoastra|newsletterul dumneavoastra|lista de mailing|listele de email|evidente|lista de abonati|lista dumneavoastra de email|lista ta|lista de mail|lista de newsletter",
      mails:
        "emailuri|mesaje|mailuri|email|mesaj|oferte|spam|newslettere|reclame|publicitate|comunicari|corespondenta|mesaje comerciale|nimic|informari|mailurile|emailurile|mesajele",
      any: "aceste|alte|astfel de|orice|niciun|nici un|mai multe|asemenea|vreun|nicio|dumneavoastra"
    },
    requests: [
      "sa? / <me>? / stergeti|scoateti|eliminati|sterge|scoate|elimina|dezabonati|scoata|stergi|scoti|stearga|excludeti|radiati / <me>? / <of> / <list>",
      "stergerea|eliminarea|scoaterea / <data>|mea|adresei mele / <of>? / <list>?",
      "sa? / stergeti|eliminati|sterge / <data> / <of>? / <list>?",
      "sa? / <me>? / dezabonati|dezabonez|dezabonezi|dezaboneaza / ma?",
      "nu / <me>? / mai? / doresc|vreau|dorim|vrem|doream|as vrea / sa? / mai? / primesc|primim|primi|fiu contactat|fiu contactata|fim contactati|primirea / <any>? / <mails>|dumneavoastra?",
      "nu / <me>|mi|imi|ne? / mai / contactati|scrieti|trimiteti|deranjati|contactezi|scrie|trimite|contacta|scrii|trimiti|trimitem / <any>? / <mails>?",
      "sa / nu / <me>|mi|imi|ne? / mai / contactati|scrieti|trimiteti|deranjati|contactezi|scrii|trimiti|fiu contactat|fiu contactata / <any>? / <mails>?",
      "incetati|opriti|opriti va|terminati|incetati imediat|lasati / sa|cu|din|trimiterea de? / <me>|mi|imi? / mai? / trimiteti|scrieti|contactati|deranjati|trimite|emailurile|mesajele|spamul|spam / <any>? / <mails>?",
      "lasati / ma|ne / in pace",
      "ma opun|ne opunem / prelucrarii|utilizarii|folosirii / <data> / <of>? / <list>?",
      "retrag|revoc / mi? / consimtamantul|acordul"
    ],
    fillers: [
      "regulamentului general privind protectia datelor|legii|regulamentului",
      "aici|pe adresa asta|pe aceasta adresa|va rog|va rog sa|va rog frumos|va rugam|va rugam sa|te rog|te rog sa|multumesc|multumim|multumesc anticipat|rog|imediat|de urgenta|cat mai curand|cat mai repede|in viitor|de acum inainte|pe viitor|niciodata|vreodata|mai|si|deci|de aceea|prin urmare|asadar|astfel|definitiv|pentru totdeauna|o data pentru totdeauna|nu multumesc|nu|de la voi|de la dumneavoastra|de la dvs|din partea dumneavoastra|din partea voastra|de la compania dumneavoastra|la aceasta adresa|pe aceasta adresa|pe email|prin email|prin prezenta|formal|expres|sa|ca|sa nu|enervante|stupide|nesolicitate|nedorite|dumneavoastra|in scop de marketing|in scopuri de marketing|pentru marketing|in scop publicitar|in scop de marketing direct|pentru marketing direct|pentru ultima data|ultimul avertisment|deja",
      "va|eu|as? / rog|solicit|cer|doresc|vreau|dori|vrea|rugam|pretind|as dori|solicitam|ruga / frumos|sa|respectuos|ferm? / sa|ca|a fi|sa va rog? / sa?",
      "v am rugat deja sa|v am mai rugat sa|am cerut deja sa|asigurati va ca",
      "conform|in baza|potrivit|in temeiul|in conformitate cu|in virtutea / articolului|regulamentului|legii|prevederilor? / din|din regulamentul|si?"
    ],
    questions:
      "puteti|ati putea|poti|ai putea|se poate|ar fi posibil|va pot ruga sa|as putea sa va rog sa|puteti va rog",
    joins: "si|pentru ca|deoarece|fiindca|deci|sau|altfel|intrucat|caci|daca|pana|cand|in caz contrar|iar",
    conditions: "daca|pana|cand|in cazul in care|cu conditia|dupa ce|imediat ce",
    contrasts: "dar|insa|totusi|exceptand|cu exceptia|doar|in schimb",
    goesOn:
      "sun*|apel*|telefon*|intalnire|pret|preturi|oferta|demo|contract|factura|comanda|trimiteti mi|spuneti|adaugati|in schimb|interesat|interesata|interesati|vorbim|luni|marti|miercuri|joi|vineri|sambata|duminica|maine|saptamana viitoare|luna viitoare|anul viitor|primavara|vara|toamna|iarna|de acord|atasat|mai tarziu|adresa noua|folositi|nevoie|intrebare|intrebari|da",
    reasons:
      "nu|niciun*|niciodata|nimic|deja|destul|fara|spam*|multum*|imi pare rau|din pacate|confirm*|intelegere*|sterge*|lege*|pensi*|furnizor*|multumit*|succes|reclam*",
    threats:
      "plangere|reclam*|avocat*|lege*|legal*|ilegal*|anspdcp|autorit*|spam*|bloc*|idiot*|prost*|stupid*|amenda*|politie|instanta|inca un mail|inca un email|inca un mesaj|va vom contacta|va contactam|revenim noi|gdpr",
    origins:
      "de unde aveti|cum ati obtinut|cum ati facut rost|cine v a|de ce primesc|de ce imi|de cate ori|ati inteles|e clar"
  },
  {
    language: "ca",
    classes: {
      me: "me|em|m|nos|ens|el meu correu|la meva adreca|el meu email|les meves dades|el nostre correu",
      data: "les meves dades|totes les meves dades|les meves dades personals|la meva adreca",
      of: "de|de la|de la vostra|de la seva|de les vostres|d aquesta|de les seves|del vostre|del",
      list: "llista|llistes|llista de correu|llista de distribucio|butlleti|base de dades|bases de dades|llista de contactes|newsletter",
      mails: "correus|missatges|emails|mails|publicitat|correus electronics|comunicacions|spam",
      any: "mes|els vostres|aquests|cap|mes cap"
    },
    requests: [
      "que? / <me>? / elimineu|esborreu|traieu|treieu|donin de baixa|doneu de baixa|eliminin|esborrin|treguin|eliminar|esborrar|treure / <me>? / <of> / <list>",
      "elimineu|esborreu|eliminin|esborrin|eliminar|esborrar / <data> / <of>? / <list>?",
      "no / vull|desitjo|volem|desitgem / rebre|tornar a rebre / <any>? / <mails> / vostres|seus? / mes?",
      "no / <me> / envieu|escriviu|contacteu|enviin|escriguin|contactin|torneu a escriure|torneu a contactar|tornin a contactar / <any>? / <mails>? / mes?",
      "deixeu|deixin|pareu / de / enviar me|escriure m|contactar me|molestar me|enviar / <any>? / <mails>?",
      "m oposo / al tractament de|a l us de / <data> / <of>? / <list>?"
    ],
    fillers: [
      "si us plau|sisplau|gracies|moltes gracies|immediatament|en el futur|mai mes|mai|mes|i|per tant|aixi que|us|li|els|prego|demano|agrairia|voldria|vull|que|us prego que|us demano que|li demano que|no gracies|de vostes|de vosaltres|a aquesta adreca|d acord amb|segons|el|la|del"
    ],
    questions: "podeu|podrieu|poden|podrien|pot|podria|seria possible",
    joins: "i|perque|ja que|per tant|o|si no|si|fins que|quan",
    conditions: "si|fins|quan|sempre que|tret que",
    contrasts: "pero|tanmateix|excepte|nomes|encara que",
    goesOn:
      "truc*|truq*|reunio|preu|preus|oferta|pressupost|demo|contracte|factura|comanda|interessat|interessada|dilluns|dimarts|dimecres|dijous|divendres|dema|setmana vinent|mes tard|nova adreca|pregunta|d acord",
    reasons: "no|cap|mai|res|ja|prou|gracies|spam*|proveidor*|satisfet*|llei*",
    threats: "denunci*|queixa|advocat*|llei|legal*|illegal*|spam*|bloque*|idiota*|autoritat*",
    origins: "d on heu|com heu|per que rebo|quantes vegades"
  }
]
