/**
 * Reasons beside a short request such as "Unsubscribe", by language (ISO 639-1): alternatives, separated by `|`; a `*` behind
 * a word stands for any ending. A reason must be clear beside a request to stop mail: "not needed" may be about anything.
 */
export const grounds: Readonly<Record<string, string>> = {
  en: "not relevant|irrelevant|supplier|vendor|provider|no interest|not interested|no longer interested|signed up|sign up|subscribed|subscribe|spam|unsolicited|consent|no budget|wrong person|retired|no longer work|too many emails|too many mails|third email|third mail|second email|second mail|every week|every day|asked you|my data|junk|crap|my inbox|not a customer|never asked|never heard of",
  de: "nicht relevant|irrelevant|lieferant*|anbieter|dienstleister|kein interesse|kein bedarf|keinen bedarf|nicht interessiert|angemeldet|abonniert|spam|unaufgefordert*|unverlangt*|einwilligung|zugestimmt|kein budget|falsche person|falscher ansprechpartner|ruhestand|rente|zu viele mails|dritte mail|jede woche|werbung|meine daten|nie bestellt|belastig*",
  fr: "pas pertinent|fournisseur|prestataire|pas interesse*|aucun interet|pas d interet|jamais inscrit*|jamais abonne*|spam|non sollicite*|consentement|pas de budget|mauvaise personne|retraite|trop de mails|troisieme mail|mes donnees|publicite|pas concerne*",
  es: "no es relevante|proveedor|no me interesa|no nos interesa|ningun interes|nunca me suscribi|nunca me registre|spam|no solicitad*|consentimiento|sin presupuesto|jubilad*|demasiados correos|mis datos|publicidad",
  pt: "nao e relevante|fornecedor|nao me interessa|nao nos interessa|sem interesse|nunca me inscrevi|nunca assinei|spam|nao solicitad*|consentimento|sem orcamento|aposentad*|reformad*|muitos emails|meus dados|propaganda|publicidade",
  it: "non e rilevante|non rilevante|fornitore|non mi interessa|non ci interessa|nessun interesse|mai iscritto|mai iscritta|spam|non richiest*|consenso|nessun budget|pensione|troppe mail|miei dati|pubblicita",
  nl: "niet relevant|leverancier|geen interesse|geen belangstelling|nooit aangemeld|nooit ingeschreven|spam|ongevraagd*|toestemming|geen budget|pensioen|te veel mails|mijn gegevens|reclame",
  da: "ikke relevant|leverandor|ikke interesse*|ingen interesse|aldrig tilmeldt|spam|uopfordret|samtykke|pension|for mange mails|mine data|reklame",
  nb: "ikke relevant|leverandor|ikke interesse*|ingen interesse|aldri meldt|spam|uoppfordret|samtykke|pensjon*|for mange eposter|mine data|reklame",
  sv: "inte relevant|ej relevant|leverantor|inte intresse*|inget intresse|aldrig anmalt|spam|oonskad*|samtycke|pension*|for manga mejl|mina uppgifter|reklam",
  fi: "ei ole ajankohtai*|ei kiinnosta|toimittaja|emme ole kiinnostuneita|en ole tilannut|spam*|roskapost*|suostumus*|elakkeella|liikaa viesteja|mainoksia",
  pl: "nie dotyczy|dostawc*|nie jestem zainteresowan*|nie jestesmy zainteresowan*|nigdy sie nie zapis*|spam*|niezamowion*|zgody|emerytur*|za duzo maili|moje dane|reklam*",
  cs: "neni relevantni|dodavatel*|nemam zajem|nemame zajem|nikdy jsem se neprihlasil*|spam*|nevyzadan*|souhlas*|duchod*|prilis mnoho|reklam*",
  sk: "nie je relevantn*|dodavatel*|nemam zaujem|nemame zaujem|nikdy som sa neprihlasil*|spam*|nevyziadan*|suhlas*|dochod*|reklam*",
  hu: "nem relevans|beszallito*|nem erdekel|nem erdekli|soha nem iratkoztam|spam*|keretlen*|hozzajarul*|nyugdij*|tul sok|reklam*",
  ro: "nu este relevant|furnizor*|nu ma intereseaza|nu ne intereseaza|nu m am abonat|nu m am inscris|spam*|nesolicitat*|acordul|consimtamant*|pensi*|prea multe|reclam*",
  ru: "неактуальн*|поставщик*|не интересно|не интересует|нет интереса|не подписыв*|спам*|согласи*|пенси*|слишком много|реклам*",
  uk: "неактуальн*|постачальник*|не цікавить|нецікаво|не підписув*|спам*|згод*|пенсі*|забагато|реклам*",
  el: "δεν ειναι σχετικ*|προμηθευτ*|δεν με ενδιαφερει|δεν μας ενδιαφερει|δεν γραφτηκα|δεν εγγραφηκα|spam*|συγκαταθεση|συνταξ*|διαφημ*",
  tr: "ilgili degil|tedarikci*|ilgilenmiyor*|hic kaydolmadim|kayit olmadim|spam*|istenmeyen|izin vermedim|onay vermedim|emekli*|cok fazla|reklam*",
  ja: "関係ありません|関係がありません|取引先|興味がありません|興味ありません|登録した覚え|登録していません|迷惑|スパム|同意していません|退職|不要|必要ありません",
  zh: "不相关|無關|无关|供应商|供應商|不感兴趣|不感興趣|没有兴趣|沒有興趣|没有订阅|從未訂閱|从未订阅|没有注册|垃圾|未经同意|退休|太多邮件|不需要",
  ko: "관련이 없|관련 없|거래처|관심 없|관심이 없|가입한 적|신청한 적|스팸|동의한 적|동의하지|퇴직|필요 없|필요하지"
}
