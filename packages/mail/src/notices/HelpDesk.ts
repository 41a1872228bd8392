/** Persons who write through a help desk, which marks all its mail as automatic. */
import { wordList, wordsOf } from "../additions/WordList.ts"
import type { ParsedMail } from "../MailParser.ts"
import { isAnswer } from "../text/HeaderFields.ts"
import { deskFields, machineWords } from "../words/notices/DeskWords.ts"

/** Only the beginning of a longer text is looked at. */
const maximumText = 2_000

/** `Re:` in the languages of mail programs, also with a number. */
const answered =
  /^\s*(?:re|aw|antw|sv|vs|odp|ynt|r|rif|res|ref|回复|回覆|答复|الرد|отв|ответ|на|σχετ)(?:\[\d{1,3}\]|\(\d{1,3}\))?\.?\s?[:：]/iu

/** The name of a desk before a subject. */
const deskName = /^\s*\[[^\]]{1,60}\]\s*/u

const isDeskField = ({ name, value }: ParsedMail["headers"][number]): boolean =>
  deskFields.some(
    (field) =>
      (field.name.endsWith("-") ? name.startsWith(field.name) : name === field.name) &&
      (field.says === undefined || wordsOf(value).includes(` ${field.says} `))
  )

const ofMachines = machineWords.map(({ words }) => wordList(words))

/** Whether the text of an answer is neither a receipt nor an absence. Its subject has no tags. */
export const isOwnText = ({ reply_text, subject }: ParsedMail): boolean => {
  const words = wordsOf(reply_text.slice(0, maximumText))
  return (
    answered.test(subject.replace(deskName, "")) && words.trim() !== "" && !ofMachines.some((list) => list.isIn(words))
  )
}

/** Whether a person answers through a help desk, which says that it generated the mail, but not that it replied. */
export const isAgent = (mail: ParsedMail): boolean =>
  isAnswer(mail) &&
  mail.headers.some(isDeskField) &&
  !mail.headers.some(({ name, value }) => name === "auto-submitted" && /^\s*auto-repl/iu.test(value)) &&
  isOwnText(mail)
