/** The leads of the demo. */
import { conversations } from "./Conversations.ts"
import { companies, firstNames, lastNames } from "./Data.ts"
import { campaigns } from "./Mailings.ts"

const guests = new Map(
  conversations.flatMap(({ campaign, lead, who }) => (who ? [[`${campaign}-${lead}`, who] as const] : []))
)

/** Where the visitors of the trade fair live. */
const zones = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Sydney", "America/Los_Angeles"]

/** A lead of a campaign. Each combination of name and company is unique. */
export const person = (campaign: number, lead: number) => {
  const number = lead + campaigns.slice(0, campaign).reduce((sum, { leads }) => sum + leads, 0)
  const custom_fields = { team_size: 2 + ((number * 5) % 23), visited_us: number % 4 === 0 }
  const zone = at(campaigns, campaign).window_zone === "lead" ? { timezone: at(zones, lead % zones.length) } : {}
  const guest = guests.get(`${campaign}-${lead}`)
  if (guest !== undefined) {
    const { city, ...known } = guest
    const website = `https://${domainOf(known.email)}`
    return { ...known, website, personalization: "", custom_fields: { city, ...custom_fields }, ...zone }
  }
  const first_name = at(firstNames, number % firstNames.length)
  const last_name = at(lastNames, (number * 7 + Math.floor(number / lastNames.length)) % lastNames.length)
  const [company, domain, city] = at(companies, (number * 3) % companies.length)
  return {
    email: `${ascii(first_name)}.${ascii(last_name)}@${domain}`,
    first_name,
    last_name,
    company,
    website: `https://${domain}`,
    personalization: number % 3 === 0 ? `I like what you do in ${city}.` : "",
    custom_fields: { city, ...custom_fields },
    ...zone
  }
}

const ascii = (name: string) => name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase()

export const domainOf = (email: string) => email.slice(email.indexOf("@") + 1)

/** The item at an index. Fails if it does not exist, because the data refers to items by index. */
export const at = <A>(items: ReadonlyArray<A>, index: number): A => {
  const item = items[index]
  if (item === undefined) throw new RangeError(`The demo has no item ${index} of ${items.length}`)
  return item
}
