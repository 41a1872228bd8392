/**
 * Words of the tags that mail systems put before a subject, by language, in the form of `Banners.ts`. A tag is such a word in
 * brackets or stars, or before a colon. Help desks write tags with the number of a ticket, in any language.
 */
export interface TagWords {
  /** ISO 639-1; `any` for words of programs. */
  readonly language: string
  readonly words: ReadonlyArray<string>
}

export const tagWords: ReadonlyArray<TagWords> = [
  { language: "any", words: ["bulk", "ext", "junk", "possible spam", "spam", "spam?", "suspected spam", "unverified"] },
  { language: "cs", words: ["externí"] },
  { language: "da", words: ["ekstern", "ekstern afsender", "ekstern mail"] },
  { language: "de", words: ["extern", "externe e-mail", "externe mail", "externer absender", "spamverdacht"] },
  { language: "el", words: ["εξωτερικό"] },
  {
    language: "en",
    words: [
      "caution external",
      "external",
      "external e-mail",
      "external email",
      "external mail",
      "external message",
      "external sender",
      "from external",
      "outside",
      "secure",
      "warning external"
    ]
  },
  { language: "es", words: ["correo externo", "externo"] },
  { language: "fi", words: ["ulkoinen"] },
  { language: "fr", words: ["courriel externe", "expéditeur externe", "externe", "mail externe", "message externe"] },
  { language: "hu", words: ["külső"] },
  { language: "it", words: ["esterna", "esterno", "mail esterna"] },
  { language: "nl", words: ["extern bericht"] },
  { language: "pl", words: ["spoza organizacji", "zewnętrzna", "zewnętrzny"] },
  { language: "pt", words: ["e-mail externo", "externa"] },
  { language: "ru", words: ["внешнее", "внешний", "внешняя почта"] },
  { language: "sv", words: ["extern avsändare", "externt"] },
  { language: "tr", words: ["dış", "harici"] },
  { language: "uk", words: ["зовнішній"] },
  { language: "ja", words: ["外部", "外部メール", "社外"] },
  { language: "ko", words: ["외부", "외부메일"] },
  { language: "zh", words: ["外部邮件", "外部郵件"] }
]
