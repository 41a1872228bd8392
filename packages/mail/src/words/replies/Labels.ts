/**
 * Labels of the header block that mail programs write above quoted mail ("From: …", "Sent: …"), by language. Each entry
 * names the programs that write them.
 */

export type Role = "copy" | "date" | "from" | "subject" | "to"

/** Labels in lower case, separated by `|`. */
interface Labels {
  readonly language: string
  readonly from: string
  readonly date: string
  readonly to: string
  readonly copy?: string
  readonly subject: string
  /** The programs whose translations these are. */
  readonly source: string
}

const languages: ReadonlyArray<Labels> = [
  {
    language: "en",
    from: "from",
    date: "sent|date",
    to: "to",
    copy: "cc|bcc|reply-to",
    subject: "subject",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, Yahoo, AOL"
  },
  {
    language: "de",
    from: "von",
    date: "gesendet|datum|gesendet am|datum/uhrzeit",
    to: "an",
    copy: "cc|kopie|antwort an",
    subject: "betreff|thema",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, GMX, WEB.DE, Samsung"
  },
  {
    language: "fr",
    from: "de|de la part de|expéditeur",
    date: "envoyé|date|envoyé le|date d'envoi",
    to: "à|a|pour|destinataire",
    copy: "cc|copie à",
    subject: "objet|sujet",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, Orange, La Poste"
  },
  {
    language: "es",
    from: "de|desde",
    date: "enviado|enviado el|fecha",
    to: "para|a",
    copy: "cc|con copia",
    subject: "asunto",
    source: "Outlook, Gmail, Apple Mail, Thunderbird"
  },
  {
    language: "pt",
    from: "de",
    date: "enviado|enviada|enviado em|enviada em|data|data de envio",
    to: "para|a",
    copy: "cc|com cópia",
    subject: "assunto",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, UOL"
  },
  {
    language: "it",
    from: "da|mittente",
    date: "inviato|inviato il|data",
    to: "a|destinatario",
    copy: "cc|per conoscenza",
    subject: "oggetto",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, Libero"
  },
  {
    language: "nl",
    from: "van",
    date: "verzonden|datum|verstuurd",
    to: "aan",
    copy: "cc|kopie",
    subject: "onderwerp",
    source: "Outlook, Gmail, Apple Mail, Thunderbird"
  },
  {
    language: "sv",
    from: "från",
    date: "skickat|datum",
    to: "till",
    copy: "kopia",
    subject: "ämne",
    source: "Outlook, Gmail, Apple Mail, Thunderbird"
  },
  {
    language: "da",
    from: "fra",
    date: "sendt|dato",
    to: "til",
    copy: "kopi",
    subject: "emne",
    source: "Outlook, Gmail, Apple Mail, Thunderbird"
  },
  {
    language: "nb",
    from: "fra",
    date: "sendt|dato",
    to: "til",
    copy: "kopi",
    subject: "emne",
    source: "Outlook, Gmail, Apple Mail, Thunderbird"
  },
  {
    language: "fi",
    from: "lähettäjä",
    date: "lähetetty|päivämäärä|päiväys|pvm",
    to: "vastaanottaja|saaja",
    copy: "kopio",
    subject: "aihe",
    source: "Outlook, Gmail, Apple Mail, Thunderbird"
  },
  {
    language: "is",
    from: "frá",
    date: "sent|dagsetning",
    to: "til",
    subject: "efni",
    source: "Outlook, Gmail"
  },
  {
    language: "et",
    from: "saatja|kellelt",
    date: "saadetud|kuupäev",
    to: "adressaat|saaja|kellele",
    copy: "koopia",
    subject: "teema",
    source: "Outlook, Gmail, Thunderbird"
  },
  {
    language: "lv",
    from: "no",
    date: "nosūtīts|datums",
    to: "kam",
    copy: "kopija",
    subject: "tēma",
    source: "Outlook, Gmail, Thunderbird"
  },
  {
    language: "lt",
    from: "nuo",
    date: "išsiųsta|data|siųsta",
    to: "kam|iki",
    copy: "kopija",
    subject: "tema",
    source: "Outlook, Gmail, Thunderbird"
  },
  {
    language: "pl",
    from: "od|nadawca",
    date: "wysłano|wysłane|data",
    to: "do|adresat",
    copy: "dw|kopia|do wiadomości",
    subject: "temat",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, Onet, WP"
  },
  {
    language: "cs",
    from: "od",
    date: "odesláno|datum|odeslané",
    to: "komu|pro",
    copy: "kopie",
    subject: "předmět",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, Seznam"
  },
  {
    language: "sk",
    from: "od",
    date: "odoslané|dátum|poslané",
    to: "komu|pre",
    copy: "kópia",
    subject: "predmet",
    source: "Outlook, Gmail, Apple Mail, Thunderbird"
  },
  {
    language: "sl",
    from: "od|pošiljatelj",
    date: "poslano|datum",
    to: "za|komu|prejemnik",
    copy: "kp",
    subject: "zadeva",
    source: "Outlook, Gmail, Thunderbird"
  },
  {
    language: "hr",
    from: "od|šalje",
    date: "poslano|datum|poslato",
    to: "prima|za|kome",
    copy: "kopija",
    subject: "predmet|naslov",
    source: "Outlook, Gmail, Thunderbird (Croatian, Bosnian, Serbian in Latin script)"
  },
  {
    language: "sr",
    from: "од|шаље",
    date: "послато|датум",
    to: "за|коме",
    copy: "копија",
    subject: "предмет|наслов",
    source: "Outlook, Gmail"
  },
  {
    language: "bg",
    from: "от",
    date: "изпратено|дата",
    to: "до",
    copy: "копие",
    subject: "относно|тема",
    source: "Outlook, Gmail, abv.bg"
  },
  {
    language: "ru",
    from: "от|от кого|отправитель",
    date: "отправлено|дата|дата отправки",
    to: "кому|получатель",
    copy: "копия|скрытая копия",
    subject: "тема",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, Mail.ru, Yandex"
  },
  {
    language: "uk",
    from: "від|від кого",
    date: "надіслано|дата|відправлено",
    to: "кому",
    copy: "копія",
    subject: "тема",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, ukr.net"
  },
  {
    language: "ro",
    from: "de la|de",
    date: "trimis|data|trimis la",
    to: "către|catre|la",
    copy: "cc",
    subject: "subiect",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, Yahoo"
  },
  {
    language: "hu",
    from: "feladó|küldte",
    date: "elküldve|dátum|küldve",
    to: "címzett",
    copy: "másolatot kap|másolat",
    subject: "tárgy",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, Freemail"
  },
  {
    language: "el",
    from: "από",
    date: "στάλθηκε|ημερομηνία|εστάλη",
    to: "προς",
    copy: "κοιν.|κοιν",
    subject: "θέμα",
    source: "Outlook, Gmail, Apple Mail, Thunderbird"
  },
  {
    language: "tr",
    from: "kimden|gönderen",
    date: "gönderildi|tarih|gönderilme tarihi|gönderme tarihi",
    to: "kime|alıcı",
    copy: "bilgi",
    subject: "konu",
    source: "Outlook, Gmail, Apple Mail, Thunderbird"
  },
  {
    language: "he",
    from: "מאת",
    date: "נשלח|תאריך|בתאריך",
    to: "אל|עבור",
    copy: "עותק",
    subject: "נושא|הנדון",
    source: "Outlook, Gmail, Apple Mail"
  },
  {
    language: "ar",
    from: "من",
    date: "تم الإرسال|التاريخ|أُرسلت|مرسل|تاريخ الإرسال",
    to: "إلى",
    copy: "نسخة|نسخة إلى",
    subject: "الموضوع|موضوع",
    source: "Outlook, Gmail, Apple Mail"
  },
  {
    language: "fa",
    from: "از|فرستنده",
    date: "ارسال شده|تاریخ|ارسال",
    to: "به|گیرنده",
    copy: "رونوشت",
    subject: "موضوع",
    source: "Outlook, Gmail"
  },
  {
    language: "hi",
    from: "प्रेषक|द्वारा",
    date: "भेजा गया|दिनांक|तारीख",
    to: "प्रति|प्राप्तकर्ता",
    subject: "विषय",
    source: "Outlook, Gmail"
  },
  {
    language: "th",
    from: "จาก",
    date: "ส่ง|ส่งเมื่อ|วันที่|เมื่อ",
    to: "ถึง",
    copy: "สำเนา|สำเนาถึง",
    subject: "เรื่อง|หัวเรื่อง|หัวข้อ",
    source: "Outlook, Gmail"
  },
  {
    language: "vi",
    from: "từ|người gửi",
    date: "đã gửi|ngày|đã gửi vào|gửi lúc|thời gian",
    to: "đến|tới|người nhận",
    copy: "đồng gửi",
    subject: "chủ đề|tiêu đề",
    source: "Outlook, Gmail"
  },
  {
    language: "id",
    from: "dari|daripada",
    date: "dikirim|terkirim|tanggal|dihantar|tarikh",
    to: "kepada|ke",
    copy: "tembusan",
    subject: "subjek|perihal|judul",
    source: "Outlook, Gmail (Indonesian, Malay)"
  },
  {
    language: "ca",
    from: "de",
    date: "enviat|data|enviat el",
    to: "per a|a",
    copy: "a/c",
    subject: "assumpte|tema",
    source: "Outlook, Gmail, Thunderbird"
  },
  {
    language: "ja",
    from: "差出人|送信者|送信元",
    date: "送信日時|日時|日付|送信日|受信日時",
    to: "宛先|受信者",
    copy: "cc|写し",
    subject: "件名|題名",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, Yahoo! Japan"
  },
  {
    language: "ko",
    from: "보낸 사람|보낸사람|발신|발신인",
    date: "보낸 날짜|보낸날짜|날짜|보낸 시간|보냄",
    to: "받는 사람|받는사람|수신|수신인",
    copy: "참조",
    subject: "제목",
    source: "Outlook, Gmail, Apple Mail, Naver, Daum"
  },
  {
    language: "zh",
    from: "发件人|寄件人|寄件者|發件人",
    date: "发送时间|日期|发送日期|寄件日期|傳送時間|傳送日期|寄送日期|发件日期|時間|时间",
    to: "收件人|收件者",
    copy: "抄送|副本|抄送人",
    subject: "主题|主旨|主題",
    source: "Outlook, Gmail, Apple Mail, QQ, 163, Foxmail, DingTalk (simplified and traditional)"
  }
]

const roles: ReadonlyArray<Role> = ["from", "date", "to", "copy", "subject"]

/** The roles of each label, which can differ by language, in the order of the header. */
export const labels: ReadonlyMap<string, ReadonlyArray<Role>> = (() => {
  const found = new Map<string, Array<Role>>()
  for (const role of roles) {
    for (const label of languages.flatMap((language) => language[role]?.split("|") ?? [])) {
      const known = found.get(label) ?? []
      if (!known.includes(role)) found.set(label, [...known, role])
    }
  }
  return found
})()
