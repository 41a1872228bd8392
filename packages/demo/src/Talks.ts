/** Conversations in plain text: short ones, long ones, with and without files. */
import { type Conversation, inTurn } from "./Conversation.ts"

export const talks: ReadonlyArray<Conversation> = [
  {
    campaign: 0,
    lead: 3,
    daysAgo: 11.6,
    tag: "Meeting booked",
    seen: true,
    answers: inTurn(
      6,
      "We have four rooms and two receptionists. Which of them would use this?",
      "Both. Each sees the same day, and what one changes the other sees at once.",
      "And the dentists?",
      "They see their own day on their phone. They can block an hour, but not move patients, unless you let them.",
      "Good. They should not move patients.",
      "Then leave that switch off. It is off when you start.",
      "What happens to patients without a mobile phone?",
      "They get a letter, or a call list for your receptionists: whatever you choose per patient.",
      "How long until it runs?",
      "The last practice of your size took nine days, with one afternoon of training.",
      "Nine working days?",
      "Nine days with a weekend in them. Seven working days.",
      "Our lease ends in spring and we move. Can the address in the reminders change on a date?",
      "Yes. You enter the new address with the day from which it counts. Reminders for later appointments have it.",
      "That alone would have saved us last time. Half of our patients stood in front of an empty house.",
      "We have heard of that house. Shall we look at it together, twenty minutes?",
      "Wednesday at nine, before we open. I bring the coffee, you bring the screen.",
      "Wednesday at nine. You get a link, and I bring a screen for two receptionists.",
      "Perfect. See you on Wednesday."
    )
  },
  {
    campaign: 1,
    lead: 3,
    daysAgo: 9.4,
    tag: "Interested",
    answers: inTurn(
      5,
      "Four of us share one kiln. Is a kiln a room?",
      "A kiln is equipment. It can need a room, and a person who may fire it.",
      "It also needs twelve hours to cool down.",
      "Then give it twelve hours after each booking. Nobody can book them.",
      "What if somebody opens it early? Last week, for example. I name no names.",
      "The calendar cannot lock a lid, but it shows who booked the kiln before.",
      "That is enough. Can two people share one firing?",
      "Yes: a booking has places. A firing with six shelves has six places.",
      "Do they pay per shelf?",
      "If you want. At the end of the month there is a list with shelves by person.",
      "We do that on the wall now. The wall is wrong.",
      "Most walls are. May I see a picture of it?",
      "Here it is. The red ones are mine.",
      "It is beautiful, and it has two firings on Thursday night.",
      "I know. We both came. It was a long Thursday.",
      "I can bring these bookings over for you, as they are, without the second Thursday.",
      "Please do. What do you need?",
      "The picture is enough. You have it by Monday.",
      "Then I will buy a plant for the wall."
    ).map((answer, index) => (index === 12 ? { ...answer, attached: "photo" as const } : answer))
  },
  {
    campaign: 0,
    lead: 12,
    daysAgo: 0.3,
    answers: inTurn(5, "Yes, next week is good. Could you call before ten? After that I have patients until six.")
  },
  {
    campaign: 0,
    lead: 15,
    daysAgo: 0.9,
    answers: [
      {
        by: "lead",
        after: 18,
        text: "I counted ours, see the file: 64 missed appointments in a quarter. What would you expect with reminders?",
        attached: "numbers"
      }
    ]
  },
  {
    campaign: 0,
    lead: 24,
    daysAgo: 5.4,
    tag: "Interested",
    seen: true,
    done: true,
    answers: inTurn(
      8,
      "Does the patient have to install anything?",
      "No. The reminder is a message with a link, and the link works without an account.",
      "Fine. I will bring it up at our meeting on the first."
    )
  },
  {
    campaign: 0,
    lead: 30,
    daysAgo: 9.7,
    tag: "Not interested",
    seen: true,
    done: true,
    answers: inTurn(3, "We have something like this already, and it works. All the best.")
  },
  {
    campaign: 1,
    lead: 12,
    daysAgo: 1.4,
    answers: inTurn(7, "Sure, send the video. If it is longer than two minutes I will know.")
  },
  {
    campaign: 1,
    lead: 17,
    daysAgo: 6.2,
    tag: "Wrong person",
    seen: true,
    done: true,
    answers: inTurn(9, "I moved out of the studio in May. Write to whoever answers the phone there.")
  },
  {
    campaign: 1,
    lead: 26,
    daysAgo: 3.3,
    tag: "Later",
    seen: true,
    answers: inTurn(
      12,
      "We are on tour until the end of the month. Can you write again then?",
      "Gladly. I hope that every stage has a socket.",
      "They never do."
    )
  },
  {
    campaign: 2,
    lead: 3,
    daysAgo: 0.6,
    answers: inTurn(4, "Yes.")
  },
  {
    campaign: 3,
    lead: 4,
    daysAgo: 12.4,
    tag: "Meeting booked",
    seen: true,
    done: true,
    answers: [
      { by: "lead", after: 6, text: "Please keep two seats. Is there a ramp?" },
      {
        by: "us",
        after: 3,
        text: "Two seats, and a ramp at the side door. The invitation is attached.",
        attached: "invitation"
      }
    ]
  },
  {
    campaign: 3,
    lead: 11,
    daysAgo: 10.8,
    tag: "Later",
    seen: true,
    done: true,
    answers: inTurn(20, "I cannot come on a Friday. Will there be another one in autumn?")
  },
  {
    campaign: 3,
    lead: 18,
    daysAgo: 4.6,
    tag: "Interested",
    answers: inTurn(10, "The workshop was good, even the coffee. Could my two colleagues have the notes as well?")
  },
  {
    campaign: 3,
    lead: 25,
    daysAgo: 2.7,
    answers: [
      {
        by: "lead",
        after: 12,
        text: "I filled in the offer, it is attached. Is the start in the middle of a month a problem?",
        attached: "proposal"
      }
    ]
  }
]
