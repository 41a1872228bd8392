import { Note, Pagination, Thread } from "@mailroom/core"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { Created } from "../contract/Created.ts"
import { Idempotent } from "../pipeline/Idempotent.ts"
import { offsetPage, parameters } from "../contract/Parameters.ts"
import { Conflict, NotFound } from "../contract/Problems.ts"
import { Validation } from "../pipeline/Validation.ts"

const ofThread = parameters({ threadId: Thread.ThreadId })
const params = parameters({ id: Note.NoteId })

export class NotesGroup extends HttpApiGroup.make("notes")
  .add(
    HttpApiEndpoint.get("page", "/unibox/threads/:threadId/notes", {
      params: ofThread,
      query: parameters(Pagination.pageQuery(Note.NoteId).fields),
      success: offsetPage(Note.Note, "NotePage", "notes"),
      error: [NotFound]
    }).annotateMerge(
      documented("List the notes of a thread, by ascending id", "Notes are for colleagues, and never sent.")
    ),
    HttpApiEndpoint.post("create", "/unibox/threads/:threadId/notes", {
      params: ofThread,
      payload: Note.NoteText,
      success: Created(Note.Note),
      error: [NotFound]
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented(
          "Write a note in a thread",
          "Its author is the person of the session, or the API key. Answers do not quote it.",
          { body: "She asked for the price of 50 seats by phone." }
        )
      ),
    HttpApiEndpoint.patch("update", "/unibox/notes/:id", {
      params,
      payload: Note.NoteText,
      success: Note.Note,
      error: [NotFound, Conflict]
    }).annotateMerge(
      documented("Change the text of a note", "Only the author may change a note. The conflict is `other_author`.", {
        body: "She asked for the price of 60 seats by phone."
      })
    ),
    HttpApiEndpoint.delete("remove", "/unibox/notes/:id", {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Conflict]
    }).annotateMerge(documented("Remove a note", "Only the author may remove a note. The conflict is `other_author`."))
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Notes", description: "Texts for colleagues inside conversations." }))
  .annotate(Guides, ["teams.md"]) {}
