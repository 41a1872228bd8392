/**
 * Words with which mail systems say that they refuse a mail only for a while, by language. Such a refusal says nothing about the
 * recipient, whatever its code. People who know a language can add words, in the form of `MailboxWords.ts`; `…` stands for up to
 * three other words.
 */
export interface PassingWords {
  /** ISO 639-1. */
  readonly language: string
  readonly words: ReadonlyArray<string>
}

export const passingWords: ReadonlyArray<PassingWords> = [
  { language: "bg", words: ["временно", "поддръжка", "опитайте … по-късно"] },
  { language: "ca", words: ["manteniment", "temporalment", "més tard"] },
  { language: "cs", words: ["údržb*", "dočasně", "přechodně", "migrac*", "zkuste … později", "zkuste … znovu"] },
  { language: "da", words: ["vedligehold*", "midlertidig*", "prøv … igen", "under flytning"] },
  {
    language: "de",
    words: [
      "wartung",
      "wartungsarbeiten",
      "vorübergehend*",
      "zurzeit nicht",
      "zur zeit nicht",
      "derzeit nicht",
      "momentan nicht",
      "im moment nicht",
      "wird … verschoben",
      "wird … umgezogen",
      "wird … migriert",
      "umzug",
      "später … erneut",
      "später … noch einmal",
      "später … wieder",
      "später … versuchen",
      "nicht … überprüft werden",
      "nicht … geprüft werden"
    ]
  },
  { language: "el", words: ["συντήρηση", "προσωρινά", "προσπαθήστε … αργότερα"] },
  {
    language: "es",
    words: [
      "mantenimiento",
      "temporalmente",
      "provisionalmente",
      "en este momento",
      "más tarde",
      "migración",
      "se está migrando",
      "se está moviendo",
      "no se pudo verificar",
      "no se ha podido verificar"
    ]
  },
  { language: "et", words: ["hooldus*", "ajutiselt", "proovige … hiljem"] },
  { language: "fi", words: ["huolto*", "tilapäisesti", "väliaikaisesti", "yritä … myöhemmin"] },
  {
    language: "fr",
    words: [
      "maintenance",
      "temporairement",
      "momentanément",
      "provisoirement",
      "en cours de migration",
      "en cours de déplacement",
      "en cours de transfert",
      "réessayez",
      "réessayer",
      "ultérieurement",
      "plus tard",
      "n'a pas pu être vérifié",
      "n'a pas pu être vérifiée"
    ]
  },
  { language: "hr", words: ["održavanj*", "privremeno", "začasno", "vzdrževanj*", "pokušajte … kasnije"] },
  { language: "hu", words: ["karbantartás*", "átmenetileg", "ideiglenesen", "próbálja … később"] },
  { language: "id", words: ["pemeliharaan", "sementara", "coba … lagi nanti"] },
  {
    language: "it",
    words: [
      "manutenzione",
      "temporaneamente",
      "momentaneamente",
      "provvisoriamente",
      "in questo momento",
      "in corso di migrazione",
      "più tardi",
      "riprovare",
      "riprovate",
      "impossibile verificare"
    ]
  },
  { language: "lt", words: ["laikinai", "priežiūr*", "bandykite vėliau"] },
  { language: "lv", words: ["īslaicīgi", "apkop*", "mēģiniet vēlāk"] },
  { language: "nb", words: ["vedlikehold*", "midlertidig*", "prøv … igjen"] },
  {
    language: "nl",
    words: ["onderhoud*", "tijdelijk*", "momenteel niet", "wordt … verplaatst", "wordt … gemigreerd", "probeer … later"]
  },
  {
    language: "pl",
    words: [
      "konserwacj*",
      "prace serwisowe",
      "prace techniczne",
      "tymczasowo",
      "chwilowo",
      "czasowo",
      "przenoszon*",
      "migracj*",
      "spróbuj … później",
      "nie można … zweryfikować"
    ]
  },
  {
    language: "pt",
    words: [
      "manutenção",
      "temporariamente",
      "momentaneamente",
      "neste momento",
      "migração",
      "sendo migrad*",
      "sendo movid*",
      "a ser migrad*",
      "mais tarde",
      "não foi possível verificar"
    ]
  },
  { language: "ro", words: ["mentenanță", "întreținere", "temporar", "momentan", "încercați … mai târziu"] },
  {
    language: "ru",
    words: [
      "техническ* работ*",
      "техническ* обслуживани*",
      "временно",
      "попробуйте … позже",
      "попробуйте … позднее",
      "повторите попытку",
      "переносится"
    ]
  },
  { language: "sk", words: ["údržb*", "dočasne", "prechodne", "skúste … neskôr"] },
  { language: "sr", words: ["привремено", "одржавањ*", "покушајте … касније"] },
  {
    language: "sv",
    words: ["underhåll*", "tillfälligt", "tillfällig", "för närvarande", "flyttas", "försök … senare"]
  },
  { language: "tr", words: ["bakım*", "geçici olarak", "taşınıyor", "daha sonra", "şu anda"] },
  { language: "uk", words: ["технічн* робот*", "тимчасово", "спробуйте … пізніше"] },
  { language: "vi", words: ["bảo trì", "tạm thời", "thử lại sau"] }
]

/** Words of languages that write no spaces between words. */
export const joinedPassingWords: ReadonlyArray<PassingWords> = [
  { language: "ar", words: ["صيانة", "مؤقتا", "حاول لاحقا"] },
  { language: "he", words: ["תחזוקה", "באופן זמני"] },
  { language: "ja", words: ["メンテナンス", "一時的", "しばらくして", "後ほど", "時間をおいて", "移行中"] },
  { language: "ko", words: ["점검", "일시적", "나중에 다시", "이전 중"] },
  { language: "th", words: ["ปรับปรุงระบบ", "ชั่วคราว"] },
  { language: "zh", words: ["维护", "維護", "暂时", "暫時", "稍后", "稍後", "迁移", "遷移"] }
]
