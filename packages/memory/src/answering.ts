/** People who are answering. */
import { AnsweringStore } from "@mailroom/core"
import { Exit } from "effect"
import type { Database } from "./internal/Database.ts"

export const answeringStore = ({ read, write }: Database): AnsweringStore["Service"] =>
  AnsweringStore.of({
    put: (organization_id, row, now) =>
      write(organization_id, "AnsweringStore.put", (tenant) => {
        const old = tenant.answering.get(row)
        for (const other of tenant.answering.values()) {
          if (other.until <= now) tenant.answering = tenant.answering.remove(other)
        }
        tenant.answering = tenant.answering.set(row, Object.freeze(row))
        return Exit.succeed(old === undefined || old.until <= now)
      }),
    remove: (organization_id, thread_id, actor_key) =>
      write(organization_id, "AnsweringStore.remove", (tenant) => {
        const before = tenant.answering
        tenant.answering = before.remove({ thread_id, actor_key })
        return Exit.succeed(tenant.answering !== before)
      }),
    find: (organization_id, thread_id, now) =>
      read(organization_id, ({ answering }) =>
        [...answering.values()].filter((row) => row.thread_id === thread_id && row.until > now)
      )
  })
