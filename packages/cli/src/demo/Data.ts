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
  { name: "Interested", sentiment: "positive" },
  { name: "Meeting booked", sentiment: "positive" },
  { name: "Later", sentiment: "neutral" },
  { name: "Wrong person", sentiment: "neutral" },
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

type Attached = "proposal" | "invitation" | "photo"

interface Answer {
  readonly by: "lead" | "us"
  /** Hours after the previous mail. */
  readonly after: number
  readonly text: string
  readonly attached?: Attached
}

interface Conversation {
  /** The index of the campaign in `campaigns` of `Mailings.ts`; `lead` is the index of its lead. */
  readonly campaign: number
  readonly lead: number
  /** The age of our first mail, in days. */
  readonly daysAgo: number
  readonly answers: ReadonlyArray<Answer>
  /** The tag that a user gave the conversation. */
  readonly tag?: TagName
  /** Whether a user has seen the conversation. */
  readonly seen?: boolean
}

export const conversations: ReadonlyArray<Conversation> = [
  {
    campaign: 0,
    lead: 2,
    tag: "Meeting booked",
    daysAgo: 12,
    seen: true,
    answers: [
      { by: "lead", after: 5, text: "Good timing, we lost four slots last Friday alone. Tuesday at ten?" },
      { by: "us", after: 2, text: "Tuesday at ten it is. The invitation is attached.", attached: "invitation" },
      { by: "lead", after: 1, text: "Accepted. I will bring our receptionist, she knows where it hurts." }
    ]
  },
  {
    campaign: 0,
    lead: 7,
    tag: "Interested",
    daysAgo: 9,
    answers: [{ by: "lead", after: 26, text: "What does it cost for six practitioners? If it is per seat, no." }]
  },
  {
    campaign: 0,
    lead: 11,
    tag: "Not interested",
    daysAgo: 8,
    seen: true,
    answers: [{ by: "lead", after: 3, text: "Not interested, thank you. Please take me off your list." }]
  },
  {
    campaign: 0,
    lead: 19,
    tag: "Interested",
    daysAgo: 6,
    answers: [
      { by: "lead", after: 20, text: "Does it talk to our records system? We must keep everything in the EU." },
      { by: "us", after: 4, text: "It does, and we do. The two pages attached answer both.", attached: "proposal" },
      { by: "lead", after: 30, text: "Thanks! I have passed it on to our data protection officer." }
    ]
  },
  {
    campaign: 0,
    lead: 28,
    tag: "Wrong person",
    daysAgo: 3,
    answers: [{ by: "lead", after: 7, text: "I sold the practice in spring. Ask my successor, Dr. Thorne." }]
  },
  {
    campaign: 1,
    lead: 1,
    tag: "Interested",
    daysAgo: 10,
    answers: [
      {
        by: "lead",
        after: 11,
        text: "Ha, it lives in MY head. This is what our wall looks like 🙈. Yes, send the video!",
        attached: "photo"
      }
    ]
  },
  {
    campaign: 1,
    lead: 5,
    tag: "Later",
    daysAgo: 5,
    answers: [{ by: "lead", after: 48, text: "Maybe after the holidays. Write again in January?" }]
  },
  {
    campaign: 1,
    lead: 9,
    daysAgo: 2,
    answers: [{ by: "lead", after: 4, text: "Can guests book a room without an account? Then we should talk." }]
  },
  {
    campaign: 2,
    lead: 0,
    tag: "Meeting booked",
    daysAgo: 4,
    seen: true,
    answers: [{ by: "lead", after: 9, text: "I remember! Please switch it on, and tell me what you need from me." }]
  },
  {
    campaign: 2,
    lead: 6,
    tag: "Wrong person",
    daysAgo: 1,
    answers: [{ by: "lead", after: 2, text: "Wrong person, I only came for the coffee. My colleague decides." }]
  }
]

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
  { kind: "bounce", campaign: 2, lead: 15, daysAgo: 1, text: "552 5.2.2 The mailbox is full" }
]

/** Mail from people who are not in any campaign. */
export const strays: ReadonlyArray<{
  readonly from: { readonly name: string; readonly email: string }
  readonly account: number
  readonly daysAgo: number
  readonly subject: string
  readonly text: string
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
  }
]
