/** The conversations of the demo. */
import { abroad } from "./Abroad.ts"
import type { Conversation } from "./Conversation.ts"
import { designed } from "./Designed.ts"
import { talks } from "./Talks.ts"

const first: ReadonlyArray<Conversation> = [
  {
    campaign: 0,
    lead: 2,
    tag: "Meeting booked",
    daysAgo: 12,
    seen: true,
    answers: [
      { by: "lead", after: 5, text: "Good timing, we lost four slots last Friday alone. Tuesday at ten?" },
      { by: "us", after: 2, text: "Tuesday at ten it is. The invitation is attached.", attached: "invitation" },
      {
        by: "lead",
        after: 1,
        text: "Accepted. I will bring our receptionist, she knows where it hurts.",
        copied: "reception@harbour-practice.example"
      }
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

export const conversations: ReadonlyArray<Conversation> = [...first, ...talks, ...abroad, ...designed]
