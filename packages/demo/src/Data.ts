/** The texts of the demo. Every name and text is invented; every domain is reserved and never exists (RFC 2606). */
import type { Tag } from "@mailroom/core"

export const firstNames = [
  "Amara", "Bastian", "Chiara", "Dmitri", "Elif", "Farid", "Greta", "Hugo", "Ingrid", "Jonas", "Kavya", "Liam",
  "Mirela", "Noor", "Oskar", "Priya", "Quentin", "Rosa", "Sanjay", "Tilda", "Umar", "Vera", "Wanda", "Zoë"
] // oxfmt-ignore

export const lastNames = [
  "Almeida", "Bergström", "Castellan", "Dorsey", "Eriksen", "Farouk", "Galloway", "Hartmann", "Ivanova", "Jansen",
  "Kowalczyk", "Laurent", "Moreau", "Nakagawa", "Okonkwo", "Petrov", "Rahimi", "Santoro", "Thorne", "Vasquez"
] // oxfmt-ignore

export const companies: ReadonlyArray<readonly [name: string, domain: string, city: string]> = [
  ["Alder Street Dental", "alderstreet.example", "Bristol"],
  ["Praxis am Kanal", "praxis-am-kanal.example", "Hamburg"],
  ["Northgate Physio", "northgatephysio.example", "Leeds"],
  ["Studio Marlowe", "studiomarlowe.example", "Boston"],
  ["Bluebird Optics", "bluebirdoptics.example", "Ghent"],
  ["Harbour Lane Vets", "harbourlane.example", "Cork"],
  ["Casa Verde Pilates", "casaverde.example", "Valencia"],
  ["Tinplate Pottery", "tinplate.example", "Portland"],
  ["Kiefer & Tochter", "kiefer-tochter.example", "Graz"],
  ["Lantern Recording", "lanternrec.example", "Nashville"],
  ["Fjord Hearing", "fjordhearing.example", "Bergen"]
]

export const tags = [
  { name: "Interested", sentiment: "positive", label: "interested" },
  { name: "Meeting booked", sentiment: "positive" },
  { name: "Later", sentiment: "neutral", label: "not_now" },
  { name: "Wrong person", sentiment: "neutral", label: "wrong_person" },
  { name: "Not interested", sentiment: "negative" }
] as const satisfies ReadonlyArray<Tag.NewTag>
export type TagName = (typeof tags)[number]["name"]

/** The replies of leads over the year, and the tags that users gave them. */
export const replies: ReadonlyArray<{ readonly text: string; readonly tag?: TagName }> = [
  { text: "Yes, please send me the details.", tag: "Interested" },
  { text: "Not for us, but good luck.", tag: "Not interested" },
  { text: "Thursday afternoon works. Half past two?", tag: "Meeting booked" },
  { text: "We signed with someone else last month. Ask again next year.", tag: "Later" },
  { text: "How did you get my address?" },
  { text: "I am only the intern. You want Ms. Galloway.", tag: "Wrong person" },
  { text: "What happens to our old entries if we switch?", tag: "Interested" },
  { text: "Please stop writing to me.", tag: "Not interested" },
  { text: "Call me, I hate typing.", tag: "Interested" }
]

/** The refusals by mail systems, by status (RFC 3463). */
export const refusals: ReadonlyArray<{ readonly status: string; readonly reason: string }> = [
  { status: "5.1.1", reason: "550 5.1.1 No such user here" },
  { status: "5.2.1", reason: "550 5.2.1 The mailbox is disabled" },
  { status: "5.1.1", reason: "550 5.1.1 Recipient address rejected" },
  { status: "5.7.1", reason: "554 5.7.1 Message refused by policy" }
]

/** The addresses and domains that the users of the demo never want to write to. */
export const blacklist = {
  emails: ["press@alderstreet.example", "legal@bluebirdoptics.example"],
  domains: ["bookalot.example", "https://www.calendarium.example/jobs"],
  reason: "Asked us by phone"
}

/** The replies of machines to our first mail. */
export const automatic: ReadonlyArray<{
  readonly kind: "absence" | "bounce"
  readonly campaign: number
  readonly lead: number
  readonly daysAgo: number
  readonly text: string
}> = [
  {
    kind: "absence",
    campaign: 0,
    lead: 33,
    daysAgo: 7,
    text: "I am out of the office until Monday week and read mail only now and then."
  },
  {
    kind: "absence",
    campaign: 1,
    lead: 14,
    daysAgo: 4,
    text: "The studio is closed for the festival. In a hurry? Ring the bell anyway."
  },
  {
    kind: "absence",
    campaign: 2,
    lead: 10,
    daysAgo: 2,
    text: "I no longer work here. Please write to the front desk."
  },
  { kind: "bounce", campaign: 0, lead: 41, daysAgo: 7, text: "550 5.1.1 No such user here" },
  { kind: "bounce", campaign: 2, lead: 15, daysAgo: 1, text: "552 5.2.2 The mailbox is full" },
  {
    kind: "absence",
    campaign: 0,
    lead: 45,
    daysAgo: 5.3,
    text: "Guten Tag, ich bin bis zum 12. nicht im Haus. In dringenden Fällen hilft Ihnen unser Empfang."
  },
  {
    kind: "absence",
    campaign: 1,
    lead: 22,
    daysAgo: 3.6,
    text: "Bonjour, je suis en congé et je ne lis pas mes messages. Je vous répondrai à mon retour."
  },
  {
    kind: "absence",
    campaign: 2,
    lead: 20,
    daysAgo: 0.7,
    text: "Thank you for your message. We read every one of them, and answer within two working days."
  },
  { kind: "bounce", campaign: 1, lead: 31, daysAgo: 9.2, text: "550 5.1.1 Recipient address rejected" },
  { kind: "bounce", campaign: 0, lead: 48, daysAgo: 2.4, text: "550 5.2.1 The mailbox is disabled" }
]

/** Mail from people who are not in any campaign. */
export const strays: ReadonlyArray<{
  readonly from: { readonly name: string; readonly email: string }
  readonly account: number
  readonly daysAgo: number
  readonly subject: string
  readonly text: string
  readonly html?: string
}> = [
  {
    from: { name: "Olive Print Shop", email: "orders@olive-print.example" },
    account: 0,
    daysAgo: 11,
    subject: "Your business cards are ready",
    text: "Two boxes are waiting at the counter. We close at six."
  },
  {
    from: { name: "Ruben Falk", email: "ruben.falk@postbox.example" },
    account: 2,
    daysAgo: 6,
    subject: "Do you hire?",
    text: "I repair calendars for a living, mostly the paper kind, and would like to try yours. May I send a résumé?"
  },
  {
    from: { name: "", email: "conference@springmeet.example" },
    account: 1,
    daysAgo: 3,
    subject: "Last call: speakers wanted",
    text: "Fifteen minutes, no slides, one honest story. The deadline is Sunday."
  },
  {
    from: { name: "Neighbour, third floor", email: "third.floor@postbox.example" },
    account: 0,
    daysAgo: 1,
    subject: "Parcel for Maya",
    text: "The courier left it with me. It is heavy and it ticks. I hope it is a clock."
  },
  {
    from: { name: "Copperline Hosting", email: "notices@copperline.example" },
    account: 1,
    daysAgo: 8.1,
    subject: "Maintenance on Sunday night",
    text: "Between one and two o'clock some pages will be slow. You do not need to do anything."
  },
  {
    from: { name: "Fenna de Wit", email: "fenna@springmeet.example" },
    account: 0,
    daysAgo: 4.2,
    subject: "Foto's van de beurs",
    text: "Hoi Maya,\n\nde foto's van de beurs staan klaar. Jullie stand staat er drie keer op, het koffieapparaat vijf keer.\n\nGroeten,\nFenna"
  },
  {
    from: { name: "The Quarterly Ledger", email: "letters@quarterly-ledger.example" },
    account: 2,
    daysAgo: 2.2,
    subject: "How small firms plan their week",
    text: "In this issue: four firms, four calendars, and one whiteboard that nobody dares to clean.",
    html: `<!doctype html>
<html><head><style>h1 { color: #1e3a8a } .issue { border-top: 3px solid #1e3a8a; padding-top: 12px }</style></head>
<body><h1>The Quarterly Ledger</h1>
<img src="https://pictures.quarterly-ledger.example/whiteboard.jpg" alt="A whiteboard" width="480" height="200">
<div class="issue"><p>In this issue: four firms, four calendars, and one whiteboard that nobody dares to clean.</p>
<p><a href="https://quarterly-ledger.example/issues/19">Read it in your browser</a></p></div></body></html>`
  },
  {
    from: { name: "Tomás Rey", email: "tomas.rey@postbox.example" },
    account: 0,
    daysAgo: 0.4,
    subject: "Question about my invoice",
    text: "Hello,\n\nmy invoice has two lines for June. Is one of them for July?\n\nTomás"
  }
]
