/** Paragraphs that mail systems add to a mail: warnings of external mail above it, legal notices below it. */
import { plain } from "../text/Wording.ts"

/** The first word of a warning, and a word that it also has. Plain text. */
const warning =
  /^\W{0,5}(?:caution|warning|external|attention|achtung|vorsicht|externe|avertissement|atencion|precaucion|atencao|cuidado|attenzione|avviso|let op|advarsel|obs|varning|varoitus|huomio|uwaga|pozor|figyelem|atentie|dikkat|внимание|увага|προσοχη|注意|警告|주의)/u
const external =
  /outside|external|extern|esterno|exterieur|buiten|ekstern|ulkopuol|zewnatrz|zewnetrz|vnejsi|mimo|kulso|disari|внешн|извне|зовнішн|εξωτερικ|外部|외부/u

/** A legal notice in plain text: a word for confidential content, and a word for its readers. */
const confidential =
  /confiden|privileged|vertraulich|riservat|vertrouwelijk|fortrolig|konfiden|luottamuksel|poufn|duvern|doverne|bizalmas|povjerljiv|gizli|конфиденц|конфіденц|εμπιστευτικ|機密|秘密|机密|保密|기밀/u
const reader =
  /recipient|addressee|intended|in error|by mistake|empfanger|irrtum|destinat|erreur|por error|errore|ontvanger|geadresseerde|modtager|mottaker|mottagare|vastaanottaja|odbiorc|adresat|prijemc|cimzett|alici|адресат|получател|одержувач|παραληπτ|宛先|受信者|收件人|수신인/u

const isOfSystem = (paragraph: string): boolean => {
  const text = plain(paragraph)
  return (warning.test(text) && external.test(text)) || (confidential.test(text) && reader.test(text))
}

/** The text without the paragraphs that mail systems add. */
export const withoutSystemText = (text: string): string =>
  text
    .split(/\n[ \t]*\n/u)
    .filter((paragraph) => !isOfSystem(paragraph))
    .join("\n\n")
    .trim()
