/** Words of labels: French, Spanish, Italian, Portuguese. */
import type { LabelWords } from "./LabelWords.ts"

const french: LabelWords = {
  language: "fr",
  classes: {
    day: "lundi|mardi|mercredi|jeudi|vendredi|demain|semaine_prochaine|matin|après_midi",
    month: "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre",
    season: "printemps|été|automne|hiver|rentrée|noël|pâques|vacances|fêtes",
    time: "année|an|trimestre|mois|semestre|exercice|2027|2028",
    material:
      "informations|information|infos|détails|devis|tarifs|tarif|grille|brochure|présentation|documentation|plaquette|proposition|offre|contrat|précisions|créneaux",
    talk: "démo|démonstration|rendez_vous|rdv|appel|échange|entretien|réunion|point|visio|essai",
    colleague:
      "collègue|collègues|responsable|directeur|directrice|service|équipe|mme|madame|m|monsieur|assistante|associé|patron|remplaçant|remplaçante|successeur"
  },
  self: "me|moi|nous|je|votre|vos|m",
  agrees: [
    "je|nous suis|sommes|serais|serions ~2 intéressé|intéressée|intéressés|partant|partante|preneur",
    "m|nous intéresse|intéresserait|intéressent",
    "ça|cela|proposition|offre|sujet ~1 m|nous intéresse",
    "^ avec plaisir",
    "^ oui volontiers|avec_plaisir",
    "appelez|rappelez|téléphonez|contactez moi|nous ~2 <day>|au",
    "fixons|planifions|convenons|organisons|prenons|calons ~2 <talk>",
    "^ pourquoi_pas ~1 fixons|organisons|échanger|en_discuter",
    "semble|paraît|a_l_air ~1 intéressant|pertinent|prometteur",
    "aimerais|aimerions|souhaite|souhaitons|souhaiterais|souhaiterions|voudrais|voudrions ~3 en_savoir_plus|<talk>|tester|essayer|<material>|en_discuter|en_parler",
    "disponible|dispo ~3 <day>",
    "parlons en|ensemble"
  ],
  requests: [
    "envoyer|envoyez|transmettre|transmettez|adresser|communiquer|faire_parvenir ~4 <material>",
    "pouvez|pourriez|peux|pouvons|pourrions ~3 <talk>|en_parler|échanger|nous_parler",
    "êtes vous disponible|libre|dispo ~4",
    "on|nous peut|pourrait|pouvons ~1 s|se|nous? appeler|parler|voir|échanger|rencontrer",
    "quand pouvons|pourrions|peut|pouvez|pourrait ~4",
    "merci de|m me|nous? ~1 envoyer|transmettre ~4 <material>"
  ],
  negations: "pas|ne|n|non|jamais|aucun|aucune|sans|plus_jamais|malheureusement|ni|rien",
  refusals: [
    "pas|plus ~2 intéress*|besoin|pertinent|concernés|concerné|souhait*",
    "aucun|aucune|pas_d intérêt|besoin",
    "^ non",
    "déjà ~4 prestataire|fournisseur|solution|outil|équipés|équipé|partenaire",
    "avons|ai déjà",
    "satisfait|satisfaits",
    "trop cher|chère|chers|compliqué",
    "donner suite",
    "ne|n souhait*|correspond*|vois ~3 pas",
    "spam|démarchage|publicité|commercial"
  ],
  later: [
    "recontact*|relanc*|revenez|revenir|rappel*|reviendr*|reparl*|reprendr*|reprenons|contactez|écrivez|voir ~6 en|à|au|dans|après|prochain* ~3 <time>|<season>|<month>",
    "en|à|au|dans|après ~3 <time>|<season>|<month> ~3 prochain*|peut_être|plutôt",
    "peut être|éventuellement ~3 plus_tard|prochain*|l_an|l_année|ultérieurement|en_<month>|dans_quelques",
    "plus|pas ~2 de? budget ~4",
    "budget* ~3 gelé|gelés|épuisé|clos|bouclé|consommé",
    "plus tard|ultérieurement",
    "reviendr* ~2 vers_vous ~6",
    "trimestre|année|an|mois|semestre prochain|prochaine"
  ],
  present: [
    "pas ~4 pour_le_moment|pour_l_instant|en_ce_moment|maintenant|actuellement|dans_l_immédiat|à_ce_stade|aujourd_hui",
    "pour|en le|l|ce? moment|instant ~5 pas",
    "actuellement|moment ~4 pas|aucun*",
    "pas ~2 le? bon|meilleur moment|timing",
    "mauvais|pas_bon moment|timing"
  ],
  wrongPerson: [
    "ne|n suis pas concerné|concernée",
    "pas de mon|ma ressort|compétence",
    "pas ~2 bonne personne|destinataire",
    "pas ~2 bon interlocuteur|contact|destinataire|service",
    "pas moi|mon qui|service|domaine|ressort",
    "pas ~3 en_charge|responsable|décisionnaire|mon_domaine|mon_ressort|ma_fonction|mes_attributions",
    "trompez|trompé|mauvaise|erreur ~2 personne|interlocuteur|destinataire",
    "mauvais interlocuteur|destinataire|service",
    "je ne gère|m_occupe|traite pas|plus"
  ],
  left: [
    "ne|n travaille|fais|fait|suis|est ~1 plus ~2 chez|partie|pour|dans|à|en_poste",
    "ai|a quitté ~2",
    "plus en poste|dans_l_entreprise"
  ],
  referral: [
    "faut|fallait voir|contacter|parler avec? ~1 <colleague>|<name>",
    "message|mail|courriel|demande ~2 été transmis|transmise|transféré|transférée ~3",
    "contacter|contactez|joindre|adresser|adressez|voir|rapprocher|rapprochez|écrire|écrivez|appeler|solliciter ~!5 <colleague>|<name>|<address>",
    "transféré|transfère|transmets|transmis|fais_suivre|fait_suivre|transmettre|redirigé ~!1 votre|ce|le|cela|ceci|l ~4 à|au|aux",
    "mets|met|ajoute|place ~2 ~!3 copie|cc",
    "copie|cc <name>|<colleague>|mon|ma",
    "c est <colleague>|<name> ~2 qui",
    "<name>|<colleague> ~1 qui gère|s_occupe|est_en_charge|est_responsable|traite",
    "bonne personne|interlocuteur|interlocutrice|responsable ~2 est <colleague>|<name>|mon|ma"
  ],
  away: [
    "je suis|serai ~3 absent|absente|congé|congés|vacances|déplacement|arrêt",
    "^ ~1 absent|absente ~3 jusqu|du|de|pour|cette",
    "de retour|retour ~1 le|au|lundi|bureau",
    "en congés|vacances|congé jusqu|du"
  ],
  absence: [
    "absent|absente|absence|congé|congés|vacances|déplacement|maternité|paternité|parental",
    "de|mon retour le|au|lundi|bureau",
    "accès limité|restreint",
    "fermé|fermés|fermeture ~3 jusqu|du|pour"
  ],
  doubts: ["si"],
  irony: ["il ne manquait plus|que", "blague|rire|avocat|cnil|plainte|poules_auront"]
}

const spanish: LabelWords = {
  language: "es",
  classes: {
    day: "lunes|martes|miércoles|jueves|viernes|mañana|hoy|próxima_semana|semana_que_viene",
    month: "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre",
    season: "primavera|verano|otoño|invierno|navidad|navidades|vacaciones|vuelta",
    time: "año|trimestre|mes|meses|semestre|ejercicio|2027|2028",
    material:
      "información|info|detalles|presupuesto|cotización|tarifas|precios|folleto|presentación|propuesta|oferta|catálogo|contrato|dossier|documentación",
    talk: "llamada|reunión|demo|demostración|cita|videollamada|charla|prueba",
    colleague:
      "compañero|compañera|colega|jefe|jefa|responsable|departamento|equipo|director|directora|señor|señora|sr|sra|sustituto|gerente|encargado|encargada"
  },
  self: "me|mí|nos|yo|nosotros|su|tu|conmigo",
  agrees: [
    "^ ~2 me|nos interesa|interesaría",
    "sí ~2 me|nos interesa|interesaría",
    "estoy|estamos|estaría|estaríamos ~2 interesado|interesada|interesados|interesadas",
    "suena|parece|pinta ~1 bien|interesante|genial|perfecto",
    "me|nos gustaría|encantaría|encantaria ~3 saber_más|conocer|<talk>|ver|probar|recibir|hablar|agendar|tener|más",
    "hablemos|hablamos|agendemos|agendamos|coordinemos|quedemos|llamemos ~3 <day>|<talk>|$",
    "llámame|llámeme|llamarme ~3 <day>|cuando|al",
    "con mucho? gusto ~3",
    "tengo|tenemos interés",
    "quiero|queremos|quisiera|quisiéramos ~2 saber_más|<talk>|<material>|probar|ver_una|agendar"
  ],
  requests: [
    "enviar|enviarme|envíeme|envíame|enviarnos|mandar|mandarme|mándame|mándeme|mande|envíe|pasar|pasarme|pásame|remitir|enviad* ~4 <material>",
    "podemos|podríamos|puede|puedes|podrías|podría ~4 <talk>|hablar|vernos|reunirnos",
    "te|le|les viene|va|parece bien ~3 <day>",
    "cuándo ~2 podemos|podríamos|puede|tiene|tienes ~3",
    "cuál es|son el|los? siguiente|próximo|próximos paso|pasos"
  ],
  negations: "no|nunca|jamás|sin|ningún|ninguna|ni|tampoco|nada|lamentablemente",
  refusals: [
    "no ~3 interes*|necesit*|encaj*|quer*|buscamos",
    "^ no gracias|$",
    "ya tenemos|tengo|contamos|trabajamos|usamos",
    "contentos|satisfechos|satisfecho|contento",
    "sin interés",
    "demasiado|muy caro|cara",
    "spam|publicidad|comercial"
  ],
  later: [
    "escríb*|contáct*|contact*|llám*|volv*|vuelva|vuelve|retom*|hablemos|hablamos|háblame|recuérd*|avís*|busc* ~6 en|el|la|a|dentro|próximo|próxima|después|para|tras ~3 <time>|<season>|<month>",
    "quizá|quizás|tal_vez|a_lo_mejor|posiblemente ~3 más_adelante|más_tarde|próximo|próxima|que_viene|en_<month>|en_<season>|año",
    "más adelante|tarde ~2",
    "no|sin ~3 presupuesto ~4",
    "presupuesto* ~3 congelado|agotado|cerrado|asignado",
    "próximo|siguiente año|trimestre|semestre|ejercicio"
  ],
  present: [
    "ahora|momento|actualidad ~2 no",
    "ahora mismo|actualmente|ahora|por_ahora|de_momento|por_el_momento|en_este_momento ~1 no",
    "no ~5 por_ahora|de_momento|por_el_momento|en_este_momento|ahora_mismo|actualmente",
    "no ~2 buen|mejor|el momento",
    "no ~2 prioridad",
    "mal momento"
  ],
  wrongPerson: [
    "no me corresponde|compete|toca",
    "no soy|soy_yo ~1 quien",
    "no ~2 persona ~1 adecuada|indicada|correcta|apropiada",
    "no ~2 adecuado|indicado|correcto ~1 para",
    "no ~2 responsable|encargado|encargada ~1 de",
    "no llevo|gestiono|manejo|me_encargo|me_ocupo ~2",
    "equivocado|equivocada|confundido|errónea|equivocada ~1 de? persona|contacto|destinatario",
    "persona equivocada|errónea|incorrecta",
    "no depende|corresponde|compete ~2 mi|mí|a_mí|departamento|área",
    "no es ~1 mi área|departamento|competencia|tema"
  ],
  left: [
    "ya no trabaja|trabajo|está|estoy|formo|forma ~2",
    "he|ha dejado ~2 empresa|compañía|<name>",
    "dejé la? empresa|compañía"
  ],
  referral: [
    "de|del esto|ello|eso|tema se encarga|ocupa ~1 <name>|<colleague>",
    "tiene|debe|debería|tienes|debes que? hablar|escribir ~1 con|a ~!2 <name>|<colleague>",
    "contacte|contacta|contactar|contacten|póngase_en_contacto|ponte_en_contacto|hable|habla|hablar|escriba|escribe|escribir|diríjase|dirígete|pregunte|pregunta|consulte ~2 ~!3 <colleague>|<name>|<address>",
    "he|te|le|hemos|voy_a ~1 reenviado|reenvío|reenviar|paso|pasado|remitido|remito|trasladado|derivado ~4 a|al|con",
    "pongo|añado|incluyo|agrego|copio ~!2 ~1 copia|cc|a",
    "en copia|cc ~1 ~!2 <name>|<colleague>",
    "persona|responsable|encargado ~2 es|sería ~!1 <name>|<colleague>|mi",
    "se|quien encarga|ocupa|lleva ~2 este|esto|del|de",
    "<colleague> ~3 se_encarga|encargado|encargada|lleva_este|responsable_de"
  ],
  away: [
    "estoy|estaré|me_encuentro ~3 vacaciones|fuera|ausente|baja|viaje|permiso",
    "^ fuera|ausente|de ~2 oficina|vacaciones|hasta"
  ],
  absence: [
    "vacaciones|ausente|ausencia|baja|permiso|viaje",
    "fuera de ~1 oficina",
    "acceso limitado|restringido",
    "vuelvo|regreso|volveré|regresaré ~1 el|a|en"
  ],
  doubts: [
    "si ~2 hubiera|tuviera|fuera|quisiera|estuviera|quiere|quieren|tiene|tienen|necesit*|usted|ustedes",
    "ya hablé"
  ],
  irony: ["justo lo que|necesitaba", "broma|abogado|denuncia|risa"]
}

const italian: LabelWords = {
  language: "it",
  classes: {
    day: "lunedì|martedì|mercoledì|giovedì|venerdì|domani|oggi|prossima_settimana",
    month: "gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre",
    season: "primavera|estate|autunno|inverno|natale|pasqua|vacanze|ferie|feste",
    time: "anno|trimestre|mese|mesi|semestre|2027|2028",
    material:
      "informazioni|info|dettagli|preventivo|listino|prezzi|brochure|presentazione|proposta|offerta|materiale|documentazione|contratto",
    talk: "demo|dimostrazione|chiamata|call|incontro|riunione|appuntamento|telefonata|videochiamata|prova",
    colleague:
      "collega|colleghi|capo|responsabile|ufficio|reparto|team|direttore|direttrice|signor|signora|dott|dottor|dottoressa|sostituto"
  },
  self: "mi|me|noi|ci|io|sua|suo",
  agrees: [
    "^ ~1 mi|ci interessa|interesserebbe",
    "sì ~2 mi|ci interessa|interesserebbe",
    "sono|siamo|sarei|saremmo ~2 interessato|interessata|interessati",
    "^ volentieri",
    "sembra|pare ~1 interessante|buono|ottimo|utile",
    "sentiamoci|parliamone|vediamoci|fissiamo ~3 <day>|<talk>|$",
    "mi|ci piacerebbe ~3 saperne|<talk>|vedere|provare|avere|conoscere|parlarne",
    "vorrei|vorremmo ~3 saperne|<talk>|<material>|provare|maggiori",
    "mi chiami|chiamami|richiamami ~3 <day>|pure"
  ],
  requests: [
    "inviare|inviarmi|invii|inviami|mandare|mandarmi|mandi|mandami|spedire|inviarci|inoltrarmi ~4 <material>",
    "può|potete|puoi|potrebbe|possiamo|potremmo ~4 <talk>|<material>|parlarne|sentirci",
    "quando ~2 possiamo|potremmo|può|è_disponibile ~3",
    "<day> ~3 va bene"
  ],
  negations: "non|no|mai|senza|nessun|nessuna|né|purtroppo|niente",
  refusals: [
    "non ~3 interess*|serve|necessit*|occorre",
    "^ no grazie|$",
    "abbiamo già|ho_già",
    "troppo caro|cara|costoso",
    "siamo|sono soddisfatti|contenti|a_posto",
    "spam|pubblicità|commerciale"
  ],
  later: [
    "ricontatt*|risent*|riparl*|sentiamoci|contatt*|richiam*|riscriv*|scriv*|riprov*|riaggiorn* ~5 in|a|tra|fra|dopo|nel|prossimo|il|dal ~3 <time>|<season>|<month>",
    "forse|magari|eventualmente ~3 più_avanti|più_tardi|prossimo|in_futuro|in_<season>|a_<month>",
    "più avanti|in_futuro|in_seguito",
    "non|nessun ~3 budget ~4",
    "budget* ~3 esaurito|bloccato|congelato|chiuso",
    "prossimo|prossima anno|trimestre|semestre"
  ],
  present: [
    "al|in|per|questo momento|ora|adesso ~3 no|non",
    "per ora|adesso no|non",
    "non ~4 al_momento|per_ora|per_il_momento|in_questo_momento|adesso|attualmente",
    "attualmente ~1 non",
    "non ~2 momento giusto|adatto|migliore|buon",
    "non ~2 priorità"
  ],
  wrongPerson: [
    "sbagliato|sbaglia|sbagliata indirizzo",
    "non ~1 seguo ~2",
    "non ~2 persona giusta|adatta|corretta|indicata",
    "non ~1 mi occupo|occupo_io",
    "non ~2 responsabile|referente|di_mia_competenza|mia_competenza|il_mio_settore",
    "sbagliato|sbagliata|sbaglia|errata ~1 persona|contatto|destinatario|ufficio",
    "persona sbagliata|errata"
  ],
  left: ["non lavoro|lavora|sono|faccio|fa ~1 più ~2", "ho|ha lasciato ~1 azienda|<name>|società|l_azienda"],
  referral: [
    "di questo|ciò si occupa ~!2 <name>|<colleague>",
    "deve|può|dovrebbe|conviene parlare|scrivere|sentire|rivolgersi con|al|alla|il|la? ~!2 <name>|<colleague>|<address>",
    "giro|inoltro la|questa mail|richiesta al|alla|a",
    "contattare|contatti|contatta|rivolga|rivolgersi|rivolgiti|scriva|scrivere|scrivi|chieda|chiedere|parli|parlare|sentire ~!4 <colleague>|<name>|<address>",
    "ho|inoltro|inoltrato|giro|girato|passo|passato ~1 inoltrato|girato|passato|inoltro|la|il|sua|questa ~!3 mail|email|messaggio|richiesta|sua ~2 al|a|alla|ai|all",
    "ho inoltrato|girato|passato ~4 al|a|alla|ai|all",
    "metto|aggiungo|inserisco ~!2 copia|cc ~3",
    "in copia|cc ~1 ~!1 <name>|<colleague>|il|la",
    "che|chi se_ne|si occupa|segue ~2 di_questo|questo|questi|di",
    "referente|responsabile|persona ~2 è ~!1 <name>|<colleague>|il|la"
  ],
  away: [
    "sono|sarò ~3 ferie|vacanza|assente|fuori|viaggio|trasferta|maternità|malattia",
    "^ in ferie|vacanza ~1 fino|dal"
  ],
  absence: [
    "ferie|vacanza|assente|assenza|trasferta|maternità|malattia|congedo|viaggio",
    "fuori ufficio|sede",
    "rientro|rientrerò|tornerò ~1 il|a|in"
  ],
  doubts: ["^ se", "se ~1 fosse|avesse|potesse|potessimo|fossimo|avessimo|lei|voi"],
  irony: ["ci mancava proprio|solo", "scherzo|avvocato|denuncia|ridere"]
}

const portuguese: LabelWords = {
  language: "pt",
  classes: {
    day: "segunda|terça|quarta|quinta|sexta|amanhã|hoje|próxima_semana|semana_que_vem",
    month: "janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro",
    season: "primavera|verão|outono|inverno|natal|férias|carnaval",
    time: "ano|trimestre|mês|meses|semestre|2027|2028",
    material:
      "informações|informação|info|detalhes|orçamento|proposta|preços|tabela|brochura|apresentação|material|cotação|catálogo|contrato",
    talk: "demonstração|demo|reunião|conversa|chamada|ligação|call|bate_papo|teste",
    colleague:
      "colega|chefe|responsável|departamento|equipe|equipa|diretor|diretora|senhor|senhora|sr|sra|gerente|substituto"
  },
  self: "me|mim|nós|nos|eu|comigo|seu|sua",
  agrees: [
    "tenho|temos|teria|teríamos ~1 interesse",
    "estou|estamos|estaria ~2 interessado|interessada|interessados",
    "me|nos interessa|interessaria",
    "parece|soa ~1 bom|interessante|ótimo|bem",
    "gostaria|gostaríamos|adoraria|quero|queremos ~2 saber_mais|<talk>|agendar|marcar|conhecer|ver|testar|receber",
    "vamos conversar|marcar|agendar|falar|nessa ~4",
    "me|pode ligue|liga|ligar ~3 <day>"
  ],
  requests: [
    "enviar|envie|enviem|mandar|mande|manda|encaminhar|passar ~4 <material>",
    "pode|poderia|podemos|poderíamos|podem ~3 <talk>|marcar|agendar|conversar ~3",
    "pode ser ~1 <day>",
    "quando ~2 podemos|poderíamos|pode ~3"
  ],
  negations: "não|nunca|jamais|sem|nenhum|nenhuma|nem|nada|infelizmente",
  refusals: [
    "não ~3 interess*|precis*|quer*",
    "^ não obrigado|obrigada|$",
    "já temos|tenho|contamos|usamos|trabalhamos",
    "satisfeitos|satisfeito",
    "muito caro|cara",
    "sem interesse",
    "spam|publicidade|vendas"
  ],
  later: [
    "contato|contacto|contat*|contact*|fale|falar|falamos|ligue|escreva|retom*|volt*|procure|conversar ~6 no|na|em|após|depois|próximo|próxima|daqui ~3 <time>|<season>|<month>",
    "talvez|quem_sabe|possivelmente ~3 mais_tarde|mais_para_frente|mais_adiante|próximo|no_ano|em_<month>|futuro",
    "mais tarde|adiante|para_frente",
    "não|sem ~3 orçamento|verba ~4",
    "orçamento* ~3 congelado|esgotado|fechado",
    "próximo ano|trimestre|semestre"
  ],
  present: [
    "no|neste|nesse|de momento ~3 não",
    "por enquanto|agora|atualmente|por_agora ~1 não",
    "não ~4 no_momento|neste_momento|de_momento|por_enquanto|agora|atualmente|por_agora",
    "agora não",
    "não ~2 momento|altura ~1 certo|certa|ideal|bom",
    "não ~2 prioridade"
  ],
  wrongPerson: [
    "não é comigo $",
    "não ~2 pessoa certa|indicada|correta|adequada",
    "não ~2 eu que|quem",
    "não ~2 responsável",
    "não trato|cuido|me_ocupo|lido ~2",
    "enganou|engano|errada|errou ~2 pessoa|contato|contacto|destinatário",
    "pessoa errada",
    "não ~2 minha|meu área|departamento|função|competência"
  ],
  left: [
    "já|não ~1 não|mais? trabalho|trabalha|estou|está|faço ~2 na|no|em|aqui|parte",
    "não trabalho|trabalha mais",
    "deixei|saí ~1 empresa|da_empresa|<name>"
  ],
  referral: [
    "quem decide|cuida|trata|resolve ~2 é ~1 <name>|<colleague>",
    "vou|irei encaminhar|repassar|passar ~4 para|ao|à",
    "fale|falar|contate|contacte|contatar|contactar|procure|procurar|escreva|pergunte|dirija|entre_em_contato_com ~2 ~!3 <colleague>|<name>|<address>",
    "encaminhei|encaminho|reenviei|reencaminhei|reencaminho|passei|repassei|repasso ~!1 o|a|seu|sua|este|esta|isto ~4 para|ao|à|a",
    "coloco|adiciono|incluo|copio|ponho ~!2 cópia|cc ~3",
    "em cópia ~!2 <name>|<colleague>|a|o",
    "que|quem cuida|trata|é_responsável ~3",
    "pessoa|responsável ~2 é ~!1 <name>|<colleague>|o|a"
  ],
  away: ["estou|estarei ~3 férias|fora|ausente|licença|viagem"],
  absence: [
    "férias|ausente|ausência|licença|viagem",
    "fora do|de escritório",
    "regresso|retorno|volto ~1 a|em|no|dia",
    "acesso limitado"
  ],
  doubts: ["^ se", "se ~1 for|fosse|tiver|tivesse|houver|você|vocês"],
  irony: ["só o que faltava", "brincadeira|advogado|piada"]
}

export const romance: ReadonlyArray<LabelWords> = [french, spanish, italian, portuguese]
