/**
 * Words by which columns and values of tables say that a person opted out, or gave consent, in the languages in which the names of
 * other columns are known. Only data.
 */

// The page of the console uses this file, so it imports nothing but other data.
import { plainName } from "../../text/PlainName.ts"

const list = (words: string): ReadonlyArray<string> => words.trim().split(/\s+/u).map(plainName)

/** Parts of headers and of states that mean an opt-out, or an address that is dead. */
export const outStems = list(`
  unsub optout optedout optingout blacklist blocklist denylist suppress bounce complain donotcontact donotemail donotmail donotsend
  donotmarket dontcontact dontemail dontmail emaildisabled spamreport markedasspam nomarketing nonewsletter removedfromlist
  abgemeldet abmeld abbestell ausgetragen austragen widerspr widerruf werbesperr mailsperr mailingsperr kontaktsperr newslettersperr
  versandsperr sperrliste sperrvermerk sperrkennz gesperrt robinsonliste werbeverbot kontaktverbot unerwünscht unzustellbar
  nichtkontaktieren nichtanschreiben nichtmailen keinkontakt keinekontakt keinewerbung keinemail keinnewsletter
  désabonn désinscri déinscri nepascontacter nepassolliciter nepasdémarcher nepasenvoyer listenoire listerouge blacklisté
  desuscri dadodebaja dadadebaja dardebaja darsedebaja fechabaja fechadebaja motivobaja motivodebaja sedioadebaja bajanewsletter
  bajaboletin bajaemail suscripcióncancelada cancelosuscripción cancelósuscripción nocontactar nocontacte noenviar noescribir listanegra
  listarobinson rebotado
  descadastr desinscr cancelouinscrição cancelousubscrição cancelouasubscrição subscriçãocancelada inscriçãocancelada cancelouassinatura nãocontatar nãocontactar nãoenviar
  nãoperturbe listanegra
  disiscri noncontattare noninviare iscrizioneannullata iscrizionecancellata annullataiscrizione listanera cancellatodallalista
  revocaconsenso consensorevocato
  afgemeld afmeld uitgeschreven uitschrijv uitschrijf nietmailen nietbenaderen nietcontacteren geenmail geennieuwsbrief geenreclame
  zwartelijst toestemmingingetrokken
  avregistrer avprenumerer avanmäl avanmald kontaktaej kontaktainte skickaej ejutskick ingetnyhetsbrev ingareklam svartlist spärrlist
  spärrad reklamspärr
  afmeldt frameldt framelding ikkekontakt måikkekontaktes ingennyhedsbrev sortliste spærret reklamebeskyttet robinsonlisten
  avmeldt avmeld svarteliste ingennyhetsbrev reklamereserv reservertmot
  uutiskirjeperuut peruuttanuttilau tilausperuut eimarkkinointia markkinointikielto suoramarkkinointikielto mustalist estolist
  äläotayhteyttä poistunutlistalta
  wypisan wypisał wypisala rezygnac zrezygnow odsubskryb niekontaktować niewysyłać czarnalista sprzeciw wycofanazgoda cofnięciezgody
  cofniętazgoda zablokowan
  odhlášen odhlásil odhlasen odhlasil nekontaktovat neposílat neoslovovat nezasílat černálistina odvolánísouhlasu odvolalsouhlas zablokován
  отписа отписк неписать несвязываться неконтактировать неотправлять неслать чёрныйсписок стоплист отказотрассыл отказалсяотрассыл
  отозвалсогласие отзывсогласия заблокирован
  відписа відписк неписати незв'язуватися ненадсилати чорнийсписок відмовавідрозсил відкликаназгода заблокован
  aboneliktençık abonelikiptal aboneliğisonlandır listedençık iletişimegeçmeyin epostagöndermeyin iletişimkurmayın karaliste izniptal
  izingerialındı
  leiratkoz neküldj dezabon nucontacta απεγγραφ διαγραμμεν διεγραφ μηνεπικοινων μαυρηλιστα odjavljen odjava nekontaktirati
  配信停止 配信拒否 配信不可 購読解除 購読停止 購読中止 登録解除 メール停止 メール拒否 メール不可 メール不要 送信不可 送付不可 送信停止 連絡不可 連絡禁止 受信拒否 オプトアウト
  ブラックリスト 退会済
  退订 退訂 取消订阅 取消訂閱 拒收 黑名单 黑名單 请勿联系 请勿联络 勿联系 勿扰 不要联系 禁止联系 不接收邮件 拒绝接收 拒絕接收
  수신거부 구독취소 구독해지 구독거부 수신차단 블랙리스트 연락금지 발송금지
  إلغاءالاشتراك ألغىالاشتراك עדיסרמהרשימה ביטולהרשמה הסרמרשימה ยกเลิกการรับ berhentilangganan berhentiberlangganan hủyđăngký
`)

/** Whole words of headers that mean an opt-out. */
export const outWords = new Set(
  list(`
  dnc dne spam sperre refus baja bajas opposition opposé opposée revoca revocato revocado отказ відмова kielto reservert blocked blockiert bloqué bloquée
  bloqueado bloqueada bloccato bloccata geblokkeerd blockerad blokeret blokkert zablokowany заблокирован engellendi estetty 拒否 拒绝 拒絕 거부 removal
  deactivated deaktiviert désactivé desactivado disattivato desativado gedeactiveerd inaktiverad deaktiveret deaktivert
`)
)

/** Parts of headers and of states that mean consent: the value `no` means an opt-out. */
export const consentStems = list(`
  subscribed optin optedin consent newsletter acceptsmarketing acceptsemail acceptemail receivesemail receiveemail receivemarketing
  emailallowed allowemail allowmarketing allowcontact maycontact mayemail emailpermission marketingpermission contactpermission
  oktocontact oktoemail oktomail cancontact canemail canbecontacted emailmarketing marketingemails mayweemail maywecontact mayimail
  canweemail canwecontact agreestoemail wantsemail wantsmail emailpreference mailpreference
  emailwerbung mailwerbung werbungperemail werbungpermail einwilligung eingewilligt zustimmung angemeldet abonniert werbeerlaubnis kontakterlaub mailerlaub darfkontaktiert darfangeschrieben
  werbungerlaubt rundbrief infobrief werbezustimmung
  maggemaild magcontact magbenaderd maggecontacteerd godkännerutskick godkännermail fårkontakta fårmaila fårkontaktas måkontaktes
  kankontaktes saaottaayhteyttä saalähettää możnakontaktować zgadzasię lzekontaktovat lzeoslovit možnokontaktovat можнописать
  можносвязаться разрешён разрешен можнаписати дозволен izinverdi peutêtrecontacté puedecontactar puedecontactarse sepuedecontactar
  puòesserecontattato podecontatar podesercontatado accepteemail
  consentement acceptelesemail acceptemarketing acceptedesemail accepterecevoir accordmarketing infolettre
  suscrito suscrita consentimiento aceptaemail aceptacorreo aceptamarketing aceptapublicidad aceptarecibir boletín aceptacomunicaciones
  consentimento inscritonewsletter aceitaemail aceitamarketing aceitareceber boletiminformativo
  iscritto iscritta consenso accettaemail accettamarketing
  aangemeld ingeschreven toestemming nieuwsbrief
  prenumerer samtyck nyhetsbrev tilmeldt samtykk nyhedsbrev påmeldt abonnererpå
  suostumus uutiskirje markkinointilup
  zapisan zgoda zgody subskrybuje biuletyn souhlas přihlášen přihlasen odběrnovinek odběratel zasílánínovinek
  подписан подписка согласие рассылк підписан підписка згода розсилк
  epostaizni ticariileti pazarlamaizni emailonay bülten
  hozzájárul feliratkoz hírlevél consimțământ abonat συγκαταθεσ εγγεγραμμεν ενημερωτικοδελτιο privola suglasnost prijavljen
  メール配信 購読 同意 配信許可 配信希望 メルマガ 受信許可 订阅 訂閱 同意 接收邮件 구독 동의 수신동의 뉴스레터
`).filter((word) => word.length > 1)

/** States of a consent that mean it was not given, or no longer. */
export const refusedStates = new Set(
  list(`
  revoked withdrawn denied declined refused rejected objected donotallow notallowed disallow disallowed forbidden notgranted out
  zurückgezogen verweigert abgelehnt entzogen nichterteilt verboten refusé refusée retiré retirée révoqué révoquée nonaccepté
  rechazado rechazada revocado revocada denegado denegada retirado retirada norechazado rifiutato rifiutata revocato revocata negato negata
  recusado recusada negado negada geweigerd ingetrokken geenbezwaar nekad nekat återkallat återkallad avböjt tackatnej afvist trukket
  tilbagekaldt trukkettilbake avvist tilbakekalt peruttu kielletty evätty odmowa wycofano wycofana odmówiono odmítnuto odmítnut odvolán
  odvoláno odmietnuté отклонено отозвано отказано відкликано відхилено відмовлено reddedildi reddetti gerialındı 停止 しない 配信しない 希望しない 希望しません 同意しない
  不可 不希望 不同意 拒绝 未同意 동의안함 동의하지않음 미동의 비동의 거부 철회
`)
)
/** States of a consent that mean that nobody took it back. */
export const grantedStates = new Set(
  list(`
  allow allowed granted given ok okay accepted agreed approved permitted in pending unconfirmed open free erteilt erlaubt freigegeben frei
  offen ausstehend akzeptiert autorisé autorisée accordé accordée accepté acceptée enattente libre concedido concedida aceptado aceptada
  permitido permitida pendiente concesso concessa accettato permesso inattesa aceito aceite pendente verleend toegestaan akkoord godkänd
  godkänt tillåtet givet tilladt accepteret tillatt gitt annettu sallittu udzielona udzielono dozwolone udělen uděleno povoleno разрешено дано
  дозволено надано verildi izinli 希望する 希望します 同意する 可 希望 동의함 동의 허용
`)
)

/** Whole words of headers that mean consent. */
export const consentWords = new Set(
  list(`
  abonné abonnée abonnés inscrit inscrite inscrito inscrita assinante opt permission permiso permesso permissão izin izni onay onayı abone
  emailable mailable contactable kontaktierbar согласен згоден tilaaja 配信
`)
)

/** Words of headers about how, where or why a consent was given: its value is not a consent. */
export const detailWords = new Set(
  list(`
  ip source quelle origine origen fonte bron källa kilde form formular url link page seite list liste lista campaign kampagne id text version
  name count anzahl type typ date datum time zeit timestamp at on am fecha data dato tid uhrzeit 日 日時 来源 时间 日期 дата время тип
  token language sprache frequency häufigkeit interval topic topics thema themen
`)
)

/** Words of headers of links and of rates of opt-outs: their values do not mean that somebody opted out. */
export const aboutOutWords = new Set(
  list("rate rates quote taux link url uri href lien enlace lenke länk länka ссылка посилання リンク 链接 링크")
)

/** Ends and words of headers for the time or the reason of an opt-out: they only have a value if the person opted out. */
export const markWords = new Set(
  list(`
  time date timestamp datetime reason reasonother cause campaign campaignid campaigntitle datum zeitpunkt uhrzeit grund motif raison
  heure fecha motivo hora causa data orario quando reden tijdstip tijd datum orsak tidpunkt anledning dato årsag tidspunkt grunn päivä
  päivämäärä pvm syy powód czas důvod čas дата причина время час tarih tarihi neden nedeni sebep sebebi zaman
`)
)
/** Words that mean a time only at the end of a header: `Unsubscribed on`, `Abgemeldet am`. */
export const lastMarkWords = new Set(list("at on am le el il op den dne w dnia por kl"))
export const markEnds = list(
  "datum grund zeit zeitpunkt reden orsak dato grunn årsag päivä 日 日時 日付 理由 时间 時間 日期 原因 일 일시 날짜 사유"
)

/** Words that mean an opt-out before a word for mail or contact: `Keine E-Mails`, `Do not contact`. */
export const negations = new Set(
  list(
    "refuse refus brak ohne sans senza zonder utan uden uten ilman no not dont never stop nicht kein keine keinen keiner pas plus ne sin não nao niet geen ej inte inga inget ikke ingen ei älä nie bez ne не без нет немає"
  )
)
export const contactStems = list(
  "mejl sähköpost contact kontakt contat contatt mail newsletter nyhetsbrev nyhedsbrev nieuwsbrief werbung reklam reclam publicidad pubblicità marketing anschreib benader boletín рассылк розсилк связ контакт correo courriel posta sollicit démarch"
)

/** Names of columns with one of several states. */
export const statusWords = new Set(
  list(
    "status stage statut estado stato situação situacao tila stan stav статус состояние стан durum durumu állapot stare κατάσταση 状态 狀態 ステータス 状態 상태"
  )
)
/** Words beside `status` of columns about the person or the address. */
export const statusOf = new Set(
  list(`
  email mail e lead contact kontakt member subscriber subscription marketing permission person prospect de del des du da der di von van im
  mitglied mitglieder anmelde abonnent abonnenten empfänger teilnehmer kontakt adress adresse contacto suscriptor suscripción correo contato
  assinante inscrição inscription abonnement abonné contatto iscritto iscrizione lid inschrijving prenumerant medlem kontaktin kontaktu
  subskrypcji контакта подписки підписки abonelik 配信 購読 联系人 订阅 구독
`)
)

/** Words about other channels than mail. */
export const otherChannels = new Set(
  list(`
  sms whatsapp phone mobile call calls telephone telefon teléfono telefone tel handy mobil puhelin telefoon telefono téléphone appel anruf
  anrufe post postal brief briefpost letter fax телефон смс telefonu 電話 电话 전화
`)
)
export const mailWords = new Set(
  list("email emails mail mails newsletter correo courriel eposta epost nyhetsbrev メール 邮件 메일")
)

export const yes = new Set([
  ...list(`
  true t yes y 1 x on ja j oui o vrai si sí s sim wahr richtig verdadero cierto vero verdadeiro waar sant sand sann tosi kyllä joo
  tak prawda ano pravda áno да д истина так правда ис evet e doğru igen da ναι αληθές はい 有 是 真 예 네 참 نعم כן ใช่ ya iya
`),
  ..."✓ ✔ ☑ ✅ ○ 〇 ◯ ● 1.0 1,0".split(" ")
])
export const no = new Set([
  ...list(`
  false f no n 0 off nein non faux falsch não nao none null never falso onwaar nee nej nei falskt falsk ei epätosi nie fałsz ne nepravda
  нет н ложь ні неправда hayır h yanlış nem hamis nu fals όχι ψευδές いいえ 無 无 否 假 아니오 아니요 거짓 لا לא ไม่ tidak không
`),
  ..."✗ ✘ × ☐ ❌ 0.0 0,0".split(" ")
])

/** States that mean an opt-out in some programs, but not in others. */
export const ambiguousStates = new Set(
  list(`
  inactive cancelled canceled removed deleted archived withdrawn left disengaged
  inaktiv gekündigt gelöscht archiviert entfernt ausgetreten deaktiviert inactif annulé résilié supprimé archivé désactivé inactivo cancelado
  cancelada anulado eliminado borrado inattivo cancellato eliminato rimosso inativo removido excluído inactief opgezegd verwijderd
  borttagen avslutad slettet poistettu passiivinen nieaktywny usunięty zrušen smazán neaktivní неактивен неактивный удалён удален удалена отключен
  видалено неактивний silindi iptal pasif 削除 削除済 解約 無効 退会 已删除 停用 已取消 삭제 해지 비활성
`)
)
/** States that mean an opt-out without a stem of one. */
export const outStates = new Set(
  list(
    "disabled spam junk cleaned baja bajas opposé opposée dnc dne blocked blockiert bloqué bloquée bloqueado bloqueada bloccato geblokkeerd blockerad blokeret blokkert engellendi estetty 拒否 拒绝 거부 退会済"
  )
)
export const inStates = new Set(
  list(
    "active aktiv actif activo attivo ativo actief aktiivinen aktywny aktivní активен активный активний aktif confirmed bestätigt confirmé confirmado confermato bevestigd 有効 有效 활성 enabled"
  )
)
/** States of an address that is dead for now only. */
export const temporaryStates = new Set(list("softbounced softbounce soft"))
/** Words that a state may have beside the words of an opt-out. */
export const fillers = new Set(
  list(`
  email emails mail mails e newsletter from all the of by user person contact list der die das vom von aus dem den du de des de la le les del
  della dal dalla do da van uit nieuwsbrief från fra z ze od от із rassylki рассылки розсилки hard yes ja oui si am on list liste lista has
`)
)
