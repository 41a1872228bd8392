/** Conversations with mail in HTML, as mail programs and offices write it. */
import type { Answer, Conversation } from "./Conversation.ts"

/** An answer of a lead with paragraphs, and HTML made of them. */
const written = (
  after: number,
  paragraphs: ReadonlyArray<string>,
  design: (paragraphs: ReadonlyArray<string>) => string,
  attached?: Answer["attached"]
): Answer => ({
  by: "lead",
  after,
  text: paragraphs.join("\n\n"),
  html: `<!doctype html>\n<html><body>${design(paragraphs)}</body></html>`,
  ...(attached !== undefined && { attached })
})

/** HTML without styles. */
const plain = (paragraphs: ReadonlyArray<string>) => paragraphs.map((text) => `<p>${text}</p>`).join("\n")

/** The styles of an office program, with a signature. */
const office = (name: string, role: string, color: string) => (paragraphs: ReadonlyArray<string>) =>
  `<div style="font-family: Georgia, serif; font-size: 15px; color: #222">
${paragraphs.map((text) => `<p style="margin: 0 0 12px">${text}</p>`).join("\n")}
<table cellpadding="0" cellspacing="0" style="margin-top: 20px; border-left: 4px solid ${color}; padding-left: 12px">
<tr><td style="font-weight: bold; color: ${color}">${name}</td></tr>
<tr><td style="font-size: 13px; color: #666">${role}</td></tr>
</table>
</div>`

/** A letter with a header and a picture on a server that does not exist. */
const letter = (title: string, host: string) => (paragraphs: ReadonlyArray<string>) =>
  `<div style="max-width: 560px; margin: auto; font-family: Helvetica, Arial, sans-serif; color: #1d2733">
<h1 style="padding: 20px; background: #14532d; color: #fff; font-size: 22px">${title}</h1>
<img src="https://${host}/pictures/front-door.jpg" alt="Our front door" width="520" height="180">
${paragraphs.map((text) => `<p style="line-height: 1.6">${text}</p>`).join("\n")}
<p><a href="https://${host}/visit" style="background: #14532d; color: #fff; padding: 8px 14px">How to find us</a></p>
<img src="https://${host}/seen.gif" alt="" width="1" height="1">
</div>`

/** A table of hours. */
const hours = (paragraphs: ReadonlyArray<string>) => `${plain(paragraphs)}
<table border="1" cellpadding="6">
<tr><th>Day</th><th>Rooms</th><th>Free</th></tr>
<tr><td>Monday</td><td>3</td><td>9 to 11</td></tr>
<tr><td>Wednesday</td><td>2</td><td>14 to 18</td></tr>
<tr><td>Friday</td><td>3</td><td>none</td></tr>
</table>`

export const designed: ReadonlyArray<Conversation> = [
  {
    campaign: 0,
    lead: 16,
    daysAgo: 1.6,
    tag: "Interested",
    answers: [
      written(
        9,
        [
          "Hello Maya,",
          "our front door is hard to find, so half of the missed appointments are people who stood next door. Can a reminder contain a picture and a map?",
          "If yes, I would like to try it with two of our six rooms."
        ],
        letter("Greetings from the second house on the left", "pictures.lindenhof.example")
      )
    ]
  },
  {
    campaign: 0,
    lead: 18,
    daysAgo: 3.2,
    answers: [
      written(
        14,
        ["Good morning,", "thank you for the numbers. Ours are in the sheet, by month and by room. Where do we stand?"],
        office("Practice management", "Third floor, ring twice", "#7c2d12"),
        "numbers"
      )
    ]
  },
  {
    campaign: 0,
    lead: 21,
    daysAgo: 6.7,
    tag: "Meeting booked",
    seen: true,
    answers: [
      written(5, ["Monday at four would suit us.", "Please send the link to the front desk as well."], plain),
      { by: "us", after: 2, text: "Monday at four, with a link for the front desk too.", attached: "invitation" }
    ]
  },
  {
    campaign: 1,
    lead: 29,
    daysAgo: 2.1,
    tag: "Interested",
    answers: [
      written(8, ["Here are our rooms, and when they are free.", "Could your calendar show it like this?"], hours)
    ]
  },
  {
    campaign: 1,
    lead: 33,
    daysAgo: 0.7,
    answers: [
      written(
        10,
        ["Hi Tom,", "this is the plan of the small room. The piano is the large thing in the middle."],
        office("Front of house", "We open when the coffee is ready", "#4338ca"),
        "photo"
      )
    ]
  },
  {
    campaign: 2,
    lead: 9,
    daysAgo: 4.9,
    tag: "Not interested",
    seen: true,
    done: true,
    answers: [written(16, ["Thank you, but we decided against text messages.", "Kind regards"], plain)]
  },
  {
    campaign: 3,
    lead: 21,
    daysAgo: 7.6,
    seen: true,
    done: true,
    tag: "Interested",
    answers: [
      written(
        12,
        [
          "Dear Maya,",
          "we will be there on Friday, and we have a list of eleven questions. It is a short list for us."
        ],
        office("The whole team", "Questions and answers", "#0f766e")
      )
    ]
  },
  {
    campaign: 2,
    lead: 12,
    daysAgo: 0.5,
    answers: [
      written(
        7,
        ["Hello,", "please switch it on for one month. The signed page is attached."],
        office("Office", "Between the bakery and the bridge", "#9d174d"),
        "proposal"
      )
    ]
  }
]
