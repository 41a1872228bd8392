/** The Dockerfile of examples/deploy, read as Docker does. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

const file = join(import.meta.dirname, "../examples/deploy/Dockerfile")

export interface Instruction {
  readonly name: string
  /** The rest of the instruction, in one line. */
  readonly value: string
}

/** The instructions of each stage, whose first one is FROM. */
export const stages = (text = readFileSync(file, "utf8")): ReadonlyArray<ReadonlyArray<Instruction>> => {
  const found: Array<Array<Instruction>> = []
  const lines = text.replaceAll(/^\s*#.*\n/gmu, "").replaceAll(/\\\n\s*/gu, "")
  for (const line of lines.split("\n").filter((line) => line.trim() !== "")) {
    const [, name, value] = /^([A-Z]+) +(\S.*)$/u.exec(line) ?? []
    if (name === undefined || value === undefined) throw new Error(`Docker cannot read: ${line}`)
    if (name === "FROM") found.push([])
    found.at(-1)?.push({ name, value })
  }
  return found
}

export const valuesOf = (stage: ReadonlyArray<Instruction> | undefined, name: string): ReadonlyArray<string> =>
  (stage ?? []).flatMap((instruction) => (instruction.name === name ? [instruction.value] : []))
