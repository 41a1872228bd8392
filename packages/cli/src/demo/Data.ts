/** What the demo is made of. Every name and text is made up; every domain is one that never exists (RFC 2606). */
import type { Account, Campaign } from "@mailroom/core"

export const accounts: ReadonlyArray<Account.NewAccount & { readonly name: string }> = [
  { name: "Maya Lindqvist", email: "maya@quillmark.example", provider: "google" },
  { name: "Tom Adeyemi", email: "tom@quillmark.example", provider: "microsoft" },
  { name: "Quillmark Team", email: "hello@try-quillmark.example", provider: "smtp" }
]

interface DemoCampaign extends Campaign.NewCampaign {
  /** Places in `accounts`. */
  readonly from: ReadonlyArray<number>
  readonly leads: number
  readonly subject: string
  /** The first mail, after the greeting. */
  readonly text: string
}

export const campaigns: ReadonlyArray<DemoCampaign> = [
  {
    name: "Clinics: fewer missed appointments",
    timezone: "Europe/Berlin",
    daily_limit: 80,
    from: [0, 1],
    leads: 64,
    subject: "Empty chairs at {company}?",
    text: `one appointment in nine is missed without a word, at most practices we talk to. We built a
reminder that patients answer with a single tap, and that fills the gap from your waiting list.

Would a ten-minute look next week be worth your time?`
  },
  {
    name: "Studios: one calendar for everyone",
    timezone: "America/New_York",
    daily_limit: 50,
    from: [1],
    leads: 40,
    subject: "Who books the small room?",
    text: `when three people share a studio, the calendar usually lives in somebody's head. Quillmark
keeps rooms, people and equipment on one page, and says no to double bookings before they happen.

May I send you a two-minute video?`
  },
  {
    name: "Trade fair contacts, second try",
    timezone: "UTC",
    daily_limit: 20,
    stop_on_auto_reply: true,
    from: [2],
    leads: 24,
    subject: "We met between two coffees",
    text: `you stopped at our stand and asked whether reminders also work by text message. They do now.

Shall I switch it on for you, free for a month?`
  }
]

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

type Attached = "proposal" | "invitation" | "photo"

interface Answer {
  readonly by: "lead" | "us"
  /** Hours after the mail before it. */
  readonly after: number
  readonly text: string
  readonly attached?: Attached
}

interface Conversation {
  /** A place in `campaigns`, and a lead of it. */
  readonly campaign: number
  readonly lead: number
  /** When our first mail was sent. */
  readonly daysAgo: number
  readonly answers: ReadonlyArray<Answer>
  /** Someone has seen it. */
  readonly seen?: boolean
}

export const conversations: ReadonlyArray<Conversation> = [
  {
    campaign: 0,
    lead: 2,
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
    daysAgo: 9,
    answers: [{ by: "lead", after: 26, text: "What does it cost for six practitioners? If it is per seat, no." }]
  },
  {
    campaign: 0,
    lead: 11,
    daysAgo: 8,
    seen: true,
    answers: [{ by: "lead", after: 3, text: "Not interested, thank you. Please take me off your list." }]
  },
  {
    campaign: 0,
    lead: 19,
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
    daysAgo: 3,
    answers: [{ by: "lead", after: 7, text: "I sold the practice in spring. Ask my successor, Dr. Thorne." }]
  },
  {
    campaign: 1,
    lead: 1,
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
    daysAgo: 4,
    seen: true,
    answers: [{ by: "lead", after: 9, text: "I remember! Please switch it on, and tell me what you need from me." }]
  },
  {
    campaign: 2,
    lead: 6,
    daysAgo: 1,
    answers: [{ by: "lead", after: 2, text: "Wrong person, I only came for the coffee. My colleague decides." }]
  }
]

/** What machines answer to our first mail. */
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

/** Mail from people who are in no campaign. */
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
