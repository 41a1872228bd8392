import { Pagination, Person } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { Created } from "../contract/Created.ts"
import { Idempotent } from "../pipeline/Idempotent.ts"
import { offsetPage, parameters } from "../contract/Parameters.ts"
import { Conflict, Forbidden, NotFound } from "../contract/Problems.ts"
import { Validation } from "../pipeline/Validation.ts"

const params = parameters({ id: Person.PersonId })

const InvitedPerson = Schema.Struct({
  ...Person.Person.fields,
  secret: Schema.NullOr(Schema.String).annotate({
    description:
      "The link by which the person chooses a password, within seven days. It works once, is shown only in this answer, and " +
      "is `null` when the answer is given again.",
    example: "https://mail.example.com/console#invitation=1.4.q0c3kzG2wSPQk4N0uXc1pAq0c3kzG2wSPQk4N0uXc1p"
  })
}).annotate({ identifier: "InvitedPerson", description: "A person with the link of a new invitation." })

export class PeopleGroup extends HttpApiGroup.make("people")
  .add(
    HttpApiEndpoint.get("page", "/people", {
      query: parameters(Pagination.pageQuery(Person.PersonId).fields),
      success: offsetPage(Person.Person, "PersonPage", "people")
    }).annotateMerge(
      documented("List the people who work for the organization, by ascending id", "Passwords are never shown.")
    ),
    HttpApiEndpoint.post("create", "/people", {
      payload: Person.NewPerson,
      success: Created(InvitedPerson),
      error: [Conflict, Forbidden]
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented(
          "Add a person, and make a link by which the person chooses a password",
          "Mailroom sends no mail: give the link to the person. The conflict is `duplicate_person`: another person of the " +
            "organization has this address. Nobody may give a role above their own.",
          { name: "Ada Lovelace", email: "ada@example.com", role: "member" }
        )
      ),
    HttpApiEndpoint.get("find", "/people/:id", {
      params,
      success: Person.Person,
      error: [NotFound]
    }).annotateMerge(documented("Get a person", "Returns the same fields as the list.")),
    HttpApiEndpoint.patch("update", "/people/:id", {
      params,
      payload: Person.PersonPatch,
      success: Person.Person,
      error: [Conflict, Forbidden, NotFound]
    }).annotateMerge(
      documented(
        "Change the name or the role of a person; block or unblock the person",
        "A new role takes effect within a second. A block ends all sessions of the person. The conflicts are `last_owner`: the " +
          "organization would have no owner who can sign in, and `signed_in_by_host`: the app that embeds Mailroom signs " +
          "this person in, and chooses name and role.",
        { role: "admin" }
      )
    ),
    HttpApiEndpoint.delete("remove", "/people/:id", {
      params,
      success: HttpApiSchema.NoContent,
      error: [Conflict, Forbidden, NotFound]
    }).annotateMerge(
      documented(
        "Remove a person",
        "All sessions of the person end, and the conversations of the person are assigned to nobody. Notes and the log keep " +
          "the name. The conflict is `last_owner`: the organization would have no owner who can sign in."
      )
    ),
    HttpApiEndpoint.post("invite", "/people/:id/invitation", {
      params,
      success: Created(InvitedPerson),
      error: [Conflict, Forbidden, NotFound]
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented(
          "Make a new link by which a person chooses a password",
          "Also for a person who has lost the password: the old password works until the link is used. An earlier link stops " +
            "working. The conflicts are `person_blocked`: the person is blocked, and `signed_in_by_host`: the app that " +
            "embeds Mailroom signs this person in."
        )
      )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({ title: "People", description: "The people who work for the organization, and their roles." })
  )
  .annotate(Guides, ["teams.md"]) {}
