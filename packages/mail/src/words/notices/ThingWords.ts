/**
 * Words for what a mail consists of, and for refusing it, by language, in the form of `MailboxWords.ts`. Such a word between a mailbox
 * and "unknown" shows that the mailbox is there: "the recipient refuses a file of an unknown type".
 */
export interface ThingWords {
  /** ISO 639-1. */
  readonly language: string
  readonly words: ReadonlyArray<string>
}

export const thingWords: ReadonlyArray<ThingWords> = [
  {
    language: "bg",
    words: ["файл*", "тип", "типа", "типът", "разширение*", "прикачен*", "подпис*", "отказва", "отхвърл*"]
  },
  { language: "ca", words: ["fitxer*", "tipus", "extensió", "adjunt*", "signatura", "rebutja", "refusa"] },
  {
    language: "cs, sk",
    words: [
      "soubor*",
      "súbor*",
      "typ",
      "typu",
      "přípon*",
      "prípon*",
      "příloh*",
      "príloh*",
      "podpis*",
      "odmít*",
      "odmiet*"
    ]
  },
  {
    language: "da, nb, sv",
    words: [
      "fil*",
      "bilag*",
      "vedlegg*",
      "vedhæft*",
      "type",
      "typen",
      "typ",
      "signatur*",
      "afvis*",
      "avvis*",
      "avböj*",
      "nekta*",
      "nægte*",
      "tar inte emot",
      "tar ikke imot",
      "modtager ikke"
    ]
  },
  {
    language: "de",
    words: [
      "datei*",
      "typ",
      "anhang*",
      "anhänge*",
      "signatur*",
      "format*",
      "endung*",
      "lehnt*",
      "verweiger*",
      "nimmt",
      "akzeptiert"
    ]
  },
  { language: "el", words: ["αρχεί*", "τύπο*", "επέκταση*", "συνημμέν*", "υπογραφή*", "απορρίπτει", "απέρριψε"] },
  {
    language: "en",
    words: [
      "file*",
      "type*",
      "extension*",
      "attachment*",
      "signature*",
      "format*",
      "content*",
      "refuse*",
      "reject*",
      "blocks",
      "accepts",
      "does not accept"
    ]
  },
  {
    language: "es, pt",
    words: [
      "archivo*",
      "arquivo*",
      "fichero*",
      "ficheiro*",
      "tipo*",
      "extensi*",
      "extens*",
      "adjunto*",
      "anexo*",
      "firma",
      "assinatura",
      "formato*",
      "rechaza",
      "recusa",
      "rejeita",
      "ha bloqueado",
      "ha rechazado",
      "no acepta",
      "não aceita"
    ]
  },
  { language: "et", words: ["fail*", "tüüp", "tüübi", "manus*", "allkir*", "keeldu*"] },
  { language: "fi", words: ["tiedosto*", "tyyppi*", "liite*", "liitte*", "allekirjoitu*", "hylkä*", "hylkää"] },
  {
    language: "fr",
    words: [
      "fichier*",
      "type*",
      "extension*",
      "pièce*",
      "signature*",
      "format*",
      "refuse",
      "rejette",
      "a refusé",
      "a bloqué",
      "n'accepte"
    ]
  },
  {
    language: "hr, sr",
    words: [
      "datotek*",
      "vrsta",
      "tip",
      "proširenj*",
      "privit*",
      "prilog*",
      "potpis*",
      "odbij*",
      "датотек*",
      "врста",
      "прилог*",
      "одбиј*"
    ]
  },
  { language: "hu", words: ["fájl*", "típus*", "kiterjeszt*", "mellékl*", "aláírás*", "elutasít*"] },
  { language: "id", words: ["berkas*", "jenis", "tipe", "ekstensi", "lampiran*", "menolak"] },
  { language: "is", words: ["skrá*", "gerð", "viðhengi*", "hafn*"] },
  {
    language: "it",
    words: ["file", "tipo", "tipi", "estensione", "allegat*", "firma", "formato", "rifiuta", "respinge", "non accetta"]
  },
  { language: "lt", words: ["fail*", "tipas", "tipo", "pried*", "paraš*", "atmet*"] },
  { language: "lv", words: ["fail*", "tips", "tipa", "pielikum*", "parakst*", "noraid*"] },
  { language: "nl", words: ["bestand*", "type*", "extensie*", "bijlage*", "handtekening*", "weigert", "accepteert"] },
  { language: "pl", words: ["plik*", "typ", "typu", "rozszerzeni*", "załącznik*", "podpis*", "odrzuc*", "odmawia"] },
  { language: "ro", words: ["fișier*", "tip", "tipul", "extensi*", "atașament*", "semnătur*", "refuză", "respinge"] },
  {
    language: "ru, uk",
    words: [
      "файл*",
      "тип",
      "типа",
      "типу",
      "расширени*",
      "розширенн*",
      "вложени*",
      "вкладенн*",
      "подпис*",
      "підпис*",
      "отклон*",
      "відхил*",
      "отказ*"
    ]
  },
  { language: "tr", words: ["dosya*", "tür*", "uzantı*", "imza*", "reddet*", "kabul etm*"] },
  { language: "vi", words: ["tệp", "tập tin", "loại", "từ chối", "chữ ký"] }
]

/** The same for languages that write no spaces between words, or join short words to the next one. */
export const joinedThingWords: ReadonlyArray<ThingWords> = [
  { language: "ar", words: ["ملف", "مرفق", "امتداد", "يرفض", "رفض"] },
  { language: "fa", words: ["فایل", "پیوست", "پسوند", "رد کرد"] },
  { language: "he", words: ["קובץ", "סוג", "סיומת", "דוחה", "דחה"] },
  { language: "hi", words: ["फ़ाइल", "प्रकार", "अनुलग्नक", "अस्वीकार"] },
  { language: "ja", words: ["ファイル", "形式", "添付", "拡張子", "署名", "拒否"] },
  { language: "ko", words: ["파일", "첨부", "형식", "확장자", "서명", "거부"] },
  { language: "th", words: ["ไฟล์", "ประเภท", "ปฏิเสธ"] },
  { language: "zh", words: ["文件", "檔案", "附件", "类型", "類型", "格式", "扩展名", "副檔名", "签名", "簽名", "拒"] }
]
