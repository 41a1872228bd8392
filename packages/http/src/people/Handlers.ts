import { invitationLink, type InvitedPerson, People } from "@mailroom/core"
import { Effect } from "effect"
import { publicUrl } from "../contract/PublicUrl.ts"
import { operation, operationsOf } from "../pipeline/Operation.ts"

/** The person with the link of the invitation. */
const invited = ({ person, token }: InvitedPerson) =>
  Effect.map(publicUrl, (base) => ({ ...person, secret: invitationLink(base, token) }))

export const operations = operationsOf("people", People, (people) => ({
  page: people.page,
  find: people.find,
  create: operation((input) => Effect.flatMap(people.create(input), invited), {
    location: ({ id }) => `/people/${id}`
  }),
  update: people.update,
  remove: people.remove,
  invite: operation((id) => Effect.flatMap(people.invite(id), invited), { location: ({ id }) => `/people/${id}` })
}))
