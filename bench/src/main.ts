/**
 * `npm run bench`: runs everything, from an empty folder to `RESULTS.md`. `-- --quick` prints a short report instead, and
 * `-- inboxes`, `-- intake`, `-- sending`, `-- smtp`, `-- cores`, `-- lists`, `-- updates`, `-- idle`, `-- retention`, `-- storm` or `-- console`
 * only that section; the last six are not in `RESULTS.md`.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { compareReads, learn } from "./compare.ts"
import { fill, sizes } from "./data.ts"
import { type ListsPlan, listsSection, measureLists } from "./growth.ts"
import { inboxSection, sendingSection, smtpSection } from "./backgroundReport.ts"
import { type IdlePlan, idleSection, measureIdle } from "./idle.ts"
import { measurePolls } from "./inboxes.ts"
import { intakeSection, type IntakePlan, measureIntake } from "./intake.ts"
import { startLoad } from "./load.ts"
import { measureAll, measureAlone, measureGrowth, measureStartups, measureTwo, type Plan } from "./measurements.ts"
import { coresSection, type CoresPlan, measureOwnCores } from "./ownCores.ts"
import { createDatabase, startPostgres } from "./postgres.ts"
import { report } from "./report.ts"
import { measureRetention, retentionSection, type RetentionPlan } from "./retention.ts"
import { measureSending, type SendingPlan } from "./sending.ts"
import { sendingSizes } from "./sendingData.ts"
import { measureSmtp, type SmtpPlan } from "./smtpSending.ts"
import { build, names, start, stopAll } from "./servers.ts"
import { measureStorm, type StormPlan, stormSection } from "./storm.ts"
import { measureUpdates, type UpdatesPlan, updatesSection } from "./updates.ts"
import { compareWrites } from "./twins.ts"

const isQuick = process.argv.includes("--quick")
const size = isQuick ? sizes.quick : sizes.full
const smallSize = isQuick ? sizes.tiny : sizes.small
const plan: Plan = isQuick
  ? {
      levels: [{ connections: 32, rounds: 2, seconds: 0.5 }],
      costs: { rounds: 2, seconds: 0.5, maximumSeconds: 10 },
      warmUp: { read: 0.3, write: 0.3 },
      maximumRound: 2,
      startups: 1
    }
  : {
      levels: [
        { connections: 1, rounds: 2, seconds: 1 },
        { connections: 32, rounds: 5, seconds: 2 },
        { connections: 256, rounds: 1, seconds: 2 }
      ],
      costs: { rounds: 15, seconds: 0.5, maximumSeconds: 40 },
      warmUp: { read: 3, write: 12 },
      maximumRound: 8,
      startups: 3
    }

const polling = isQuick ? { accounts: 100, rounds: 1 } : { accounts: 1000, rounds: 5 }
const sending: SendingPlan = isQuick
  ? { size: sendingSizes.quick, calls: 50, warmUp: 5, seconds: 5 }
  : { size: sendingSizes.full, calls: 300, warmUp: 10, seconds: 15 }

const smtp: SmtpPlan = isQuick
  ? { accounts: 8, warmUp: 500, mails: 1_000 }
  : { accounts: 8, warmUp: 2_000, mails: 4_000 }

const cores: CoresPlan = isQuick ? { rounds: 3, seconds: 1, warmUp: 2 } : { rounds: 5, seconds: 2, warmUp: 8 }

const storms: StormPlan = { rates: [4_000, 12_000], runs: isQuick ? 2 : 5, seconds: isQuick ? 3 : 8 }

const listsPlan: ListsPlan = isQuick
  ? { small: 10_000, large: 100_000, rounds: 3 }
  : { small: 10_000, large: 1_000_000, rounds: 15 }
const updates: UpdatesPlan = isQuick
  ? { leads: 10_000, batches: 50, sending: sendingSizes.quick, mails: 5_000 }
  : {
      leads: 200_000,
      batches: 500,
      sending: { ...sendingSizes.quick, followUps: 30_000, fresh: 30_000 },
      mails: 40_000
    }
const intake: IntakePlan = isQuick ? { rounds: 3, mails: 300 } : { rounds: 5, mails: 500 }

const retention: RetentionPlan = isQuick
  ? { size: sendingSizes.quick, events: 50_000, mails: 50_000, rounds: 1, seconds: 10 }
  : { size: { ...sendingSizes.quick, followUps: 30_000 }, events: 150_000, mails: 150_000, rounds: 3, seconds: 15 }
const idle: IdlePlan = isQuick ? { accounts: 100, minutes: 1 } : { accounts: 1_000, minutes: 3 }

const consolePlan = isQuick
  ? { rounds: 1, leads: 20_000, stored: 20_000 }
  : { rounds: 3, leads: 1_000_000, stored: 1_000_000 }

const begun = Date.now()
const isConsole = process.argv.includes("console")
// The console is measured from source.
if (!isConsole) await build()
const isOf = (section: string) => process.argv.includes(section)
const postgres = await startPostgres({
  ...(["lists", "idle", "retention"].some(isOf) ? { shared_preload_libraries: "pg_stat_statements" } : {}),
  ...(isOf("updates") ? { autovacuum: "on", autovacuum_naptime: "5s" } : {})
})

const runAll = async () => {
  const url = await createDatabase(postgres, "bench")
  const small = await createDatabase(postgres, "small")
  await fill(url, size)
  await fill(small, smallSize)
  const servers = await Promise.all(names.map((name) => start(name, url)))
  const [ours] = servers
  if (ours === undefined) throw new Error("There is no server")
  const facts = await learn(ours, size)
  await compareReads(servers, facts)
  await compareWrites(servers, url)

  const load = startLoad()
  const seconds = isQuick ? 0.5 : 1.5
  const rounds = isQuick ? 2 : 3
  const growth = await measureGrowth({ server: ours, facts }, { size: smallSize, url: small }, load, {
    rounds,
    seconds: isQuick ? 0.2 : 1
  })
  const text = report({
    ...(await measureAll(servers, { facts, load, plan, url, postgres })),
    growth,
    growthFrom: smallSize.leads,
    size,
    footprints: await measureStartups(servers, url, plan.startups),
    twoProcesses: await measureTwo({ server: ours, facts }, url, load, { rounds, seconds }),
    alone: await measureAlone(url, facts, seconds),
    cores: await measureOwnCores(url, facts, { load, plan: cores, postgres }),
    polls: await measurePolls(postgres, polling),
    intake: await measureIntake(postgres, intake),
    sending: await measureSending(postgres, sending),
    smtp: await measureSmtp(postgres, smtp),
    minutes: (Date.now() - begun) / 60_000
  })
  await compareWrites(servers, url)
  if (isQuick) console.log(text)
  else writeFileSync(join(import.meta.dirname, "../RESULTS.md"), text)
  load.stop()
}

/** Small data, for a section that is measured alone. */
const fillSmall = async (name: string) => {
  const url = await createDatabase(postgres, name)
  await fill(url, sizes.quick)
  const server = await start("mailroom", url)
  const facts = await learn(server, sizes.quick)
  await server.stop()
  return { facts, url }
}

/** The section of a database with its own cores alone, over small data. */
const runCores = async () => {
  const { facts, url } = await fillSmall("cores")
  const load = startLoad()
  console.log(coresSection(await measureOwnCores(url, facts, { load, plan: cores, postgres })))
  load.stop()
}

const runStorm = async () => {
  const { facts, url } = await fillSmall("storm")
  console.log(stormSection(await measureStorm(url, facts, storms)))
}

/** The module is of the project of the tests in a browser, which has the types of one. */
const measureConsole = async () => {
  const url = new URL("../../test/browser/ConsoleBench.ts", import.meta.url).href
  const { measure }: { measure: (server: typeof postgres, plan: typeof consolePlan) => Promise<string> } = await import(
    url
  )
  return await measure(postgres, consolePlan)
}

try {
  if (isConsole) console.log(await measureConsole())
  else if (isOf("lists")) console.log(listsSection(await measureLists(postgres, listsPlan), listsPlan))
  else if (isOf("updates")) console.log(updatesSection(await measureUpdates(postgres, updates), updates))
  else if (isOf("inboxes")) console.log(inboxSection(await measurePolls(postgres, polling)))
  else if (isOf("sending")) console.log(sendingSection(await measureSending(postgres, sending)))
  else if (isOf("intake")) console.log(intakeSection(await measureIntake(postgres, intake)))
  else if (isOf("smtp")) console.log(smtpSection(await measureSmtp(postgres, smtp)))
  else if (isOf("retention")) {
    console.log(retentionSection(await measureRetention(postgres, retention), retention))
  } else if (isOf("idle")) console.log(idleSection(await measureIdle(postgres, idle), idle))
  else if (isOf("cores")) await runCores()
  else if (isOf("storm")) await runStorm()
  else await runAll()
} finally {
  await stopAll()
  await postgres.stop()
}
