import { Context } from "effect"
import type { ListedStore } from "../ListedStore.ts"
import type { NoteId, OrganizationId, ThreadId } from "../ids.ts"
import type { PageQuery, Rows } from "../Pagination.ts"
import type { Stored } from "../StorageError.ts"
import type { Note, NoteDraft } from "./Note.ts"

/** The storage port of notes. A note is removed with its thread. */
export class NoteStore extends Context.Service<
  NoteStore,
  Omit<ListedStore<Note, NoteDraft>, "find" | "page"> & {
    /** A page of the notes of a thread by ascending id. */
    readonly ofThread: (
      organization_id: OrganizationId,
      thread_id: ThreadId,
      query: PageQuery<NoteId>
    ) => Stored<Rows<Note>>
  }
>()("@mailroom/core/NoteStore") {}
