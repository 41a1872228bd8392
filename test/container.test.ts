/** The Dockerfile and the Compose file of examples/deploy, read and checked. `container.long.ts` runs their commands. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { stages, valuesOf } from "./Container.ts"

const root = join(import.meta.dirname, "..")
const read = (file: string) => readFileSync(join(root, file), "utf8")
const { devDependencies } = JSON.parse(read("package.json"))

describe("examples/deploy/Dockerfile", () => {
  const all = stages()
  const [build] = all
  const last = all.at(-1)

  it("has known instructions, in stages that begin with the Node of this repository", () => {
    assert.lengthOf(all, 2)
    const [, node] = /^(\d+\.\d+)\./u.exec(devDependencies.node) ?? []
    assert.deepStrictEqual(
      all.map((stage) => valuesOf(stage, "FROM")),
      [[`node:${node}-slim AS build`], [`node:${node}-slim`]]
    )
    const known = /^(?:FROM|WORKDIR|COPY|RUN|ENV|VOLUME|USER|EXPOSE|HEALTHCHECK|ENTRYPOINT|CMD)$/u
    for (const { name } of all.flat()) assert.match(name, known)
  })

  it("builds what is here: no package of Mailroom comes from a registry", () => {
    assert.deepStrictEqual(valuesOf(build, "COPY"), [". ."])
    const installs = all
      .flatMap((stage) => valuesOf(stage, "RUN"))
      .filter((run) => /\bnpm (?:ci|i|install)\b/u.test(run))
    assert.isNotEmpty(installs)
    for (const install of installs) assert.notMatch(install, /@mailroom\//u)
    assert.deepStrictEqual(valuesOf(last, "COPY"), ["--from=build /opt/mailroom /usr/local"])
    for (const folder of [".git", "**/.env", "**/dist", "**/node_modules"]) {
      assert.include(read(".dockerignore").split("\n"), folder)
    }
  })

  it("runs as another user than root, and keeps its data in a folder of that user", () => {
    const names = (last ?? []).map(({ name }) => name)
    assert.deepStrictEqual(valuesOf(last, "USER"), ["node"])
    assert.isBelow(names.indexOf("USER"), names.indexOf("ENTRYPOINT"))
    assert.isAbove(names.indexOf("USER"), names.lastIndexOf("RUN"))
    const [volume] = valuesOf(last, "VOLUME")
    assert.include(valuesOf(last, "ENV"), `MAILROOM_DATA=${volume}`)
    assert.include(valuesOf(last, "RUN"), `install -d -o node -g node -m 0700 ${volume}`)
  })

  it("starts the service without a shell, which would keep signals from it", () => {
    const [port] = valuesOf(last, "EXPOSE")
    const [entrypoint] = valuesOf(last, "ENTRYPOINT")
    const [command] = valuesOf(last, "CMD")
    const args = [...JSON.parse(entrypoint ?? ""), ...JSON.parse(command ?? "")]
    assert.deepStrictEqual(args.slice(0, 4), ["mailroom", "serve", "--host", "0.0.0.0"])
    assert.strictEqual(args[args.indexOf("--port") + 1], port)
  })
})

describe("examples/deploy/compose.yaml", () => {
  const { services, volumes } = parse(read("examples/deploy/compose.yaml"), { strict: true, uniqueKeys: true })

  it("builds the clone, and waits for its Postgres", () => {
    const { mailroom, postgres } = services
    const { context, dockerfile } = mailroom.build
    assert.strictEqual(join(root, "examples/deploy", context), `${root}/`.slice(0, -1))
    assert.include(read(dockerfile), "COPY . .")
    assert.deepStrictEqual(mailroom.depends_on, { postgres: { condition: "service_healthy" } })
    assert.strictEqual(postgres.healthcheck.test[0], "CMD")
    assert.match(
      mailroom.environment.DATABASE_URL,
      /^postgres:\/\/mailroom:\$\{POSTGRES_PASSWORD\}@postgres\/mailroom$/u
    )
    for (const mount of postgres.volumes) assert.property(volumes, mount.split(":")[0])
  })

  it("lets the service do little", () => {
    const { cap_drop, ports, read_only, security_opt } = services.mailroom
    assert.deepStrictEqual([cap_drop, read_only, security_opt], [["ALL"], true, ["no-new-privileges:true"]])
    for (const port of ports) assert.match(port, /^127\.0\.0\.1:/u)
  })
})
