/** The tables of words are sorted, each word stands once, and none means two things. */
import { assert, describe, it } from "@effect/vitest"
import { plain } from "../../src/text/Wording.ts"
import { autoReplySubjects } from "../../src/words/notices/AutoReplySubjects.ts"
import { titles } from "../../src/words/notices/AutoReplyTitles.ts"
import { dateWords, westernDateWords } from "../../src/words/notices/DateWords.ts"
import { easternDateWords } from "../../src/words/notices/DateWordsEastern.ts"
import { mailboxWords, westernMailboxWords } from "../../src/words/notices/MailboxWords.ts"
import { easternMailboxWords } from "../../src/words/notices/MailboxWordsEastern.ts"
import { joinedPassingWords, passingWords } from "../../src/words/notices/PassingWords.ts"

const tables: Readonly<Record<string, ReadonlyArray<{ readonly language: string }>>> = {
  AutoReplySubjects: autoReplySubjects,
  DateWords: westernDateWords,
  DateWordsEastern: easternDateWords,
  MailboxWords: westernMailboxWords,
  MailboxWordsEastern: easternMailboxWords,
  PassingWords: passingWords,
  "PassingWords, joined": joinedPassingWords
}

/** The lists of words of a row, by name. */
const listsOf = (row: object): ReadonlyArray<readonly [name: string, words: ReadonlyArray<string>]> =>
  Object.entries(row).filter((entry): entry is [string, ReadonlyArray<string>] => Array.isArray(entry[1]))

describe.each(Object.entries(tables))("%s", (_, rows) => {
  it("is sorted by language, and has each once", () => {
    const languages = rows.map(({ language }) => language)
    assert.deepStrictEqual(languages, [...new Set(languages)].sort())
  })

  it("has words in lower case, each once in its list", () => {
    for (const row of rows) {
      for (const [name, words] of listsOf(row)) {
        const where = `${row.language}.${name}`
        for (const word of words) assert.strictEqual(word, word.trim().toLowerCase(), where)
        assert.deepStrictEqual([...words], [...new Set(words)], where)
      }
    }
  })
})

/** The words of a list of all languages. */
const allOf = (rows: ReadonlyArray<object>, list: string) =>
  rows.flatMap((row) => listsOf(row).flatMap(([name, words]) => (name === list ? words : []))).map(plain)

const overlap = (one: ReadonlyArray<string>, other: ReadonlyArray<string>) => one.filter((word) => other.includes(word))

describe("words", () => {
  it("for a mailbox that is gone are not those for one that is not there for a while", () => {
    const passing = [...passingWords, ...joinedPassingWords].flatMap(({ words }) => words).map(plain)
    assert.deepStrictEqual(overlap(allOf(mailboxWords, "gone"), passing), [])
    assert.deepStrictEqual(overlap(allOf(mailboxWords, "mailbox"), passing), [])
  })

  it("of subjects mean one thing each", () => {
    const [dated = [], receipts = [], reads = [], states = []] = ["dated", "receipts", "reads", "states"].map((list) =>
      allOf(autoReplySubjects, list)
    )
    const lists = [[...dated, ...states], receipts, reads]
    for (const [i, one] of lists.entries()) {
      for (const other of lists.slice(i + 1)) assert.deepStrictEqual(overlap(one, other), [])
    }
    const sure = titles.flatMap(({ absences, replies }) => [...absences, ...replies]).map(plain)
    assert.deepStrictEqual(overlap(allOf(autoReplySubjects, "receipts"), sure), [])
    assert.deepStrictEqual(overlap(allOf(autoReplySubjects, "reads"), sure), [])
  })

  it("of dates: twelve months, seven days, and a preposition begins or ends an absence", () => {
    for (const { from, language, months, until, weekdays } of dateWords) {
      assert.deepStrictEqual([months.length, weekdays.length], [12, 7], language)
      assert.deepStrictEqual(overlap(from, until), [], language)
    }
  })
})
