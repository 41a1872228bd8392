/** Fields of a form over stored values, each with what somebody else has stored meanwhile. */
import type { ComponentChildren } from "preact"
import { useCanWrite } from "../base/session.ts"
import { StoredNow } from "./StoredNow.tsx"
import type { Draft } from "./useDraft.ts"
import "./fields.css"

interface FieldProps<Field extends string> {
  readonly name: Field
  readonly draft: Draft<Field>
  readonly label: string
  /** The effect of the field, or the values that it takes. */
  readonly help?: string
}

type InputProps<Field extends string> = FieldProps<Field> & {
  readonly type?: "number" | "text" | "time"
  readonly required?: boolean
  readonly min?: number
  readonly max?: number
  readonly maxLength?: number
  /** The id of a list of values. */
  readonly list?: string
}

const Help = ({ id, text }: { readonly id: string; readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p class="meta" id={id}>
      {text}
    </p>
  )

export const InputField = <Field extends string>({
  draft,
  help,
  label,
  list,
  max,
  maxLength,
  min,
  name,
  required = false,
  type = "text"
}: InputProps<Field>) => (
  <div class={`form-field form-${type}`}>
    <label class="labelled">
      {label}
      <input
        class="field"
        name={name}
        type={type}
        required={required}
        min={min}
        max={max}
        maxLength={maxLength}
        list={list}
        readOnly={!useCanWrite()}
        aria-describedby={help === undefined ? undefined : `help-${name}`}
        autocomplete="off"
        value={draft.value(name)}
        onInput={({ currentTarget }) => draft.type(name, currentTarget.value)}
      />
    </label>
    <Help id={`help-${name}`} text={help} />
    <StoredNow draft={draft} field={name} />
  </div>
)

export const TextField = <Field extends string>({ draft, help, label, name }: FieldProps<Field>) => (
  <div class="form-field">
    <label class="labelled">
      {label}
      <textarea
        class="field form-area"
        name={name}
        rows={4}
        readOnly={!useCanWrite()}
        aria-describedby={help === undefined ? undefined : `help-${name}`}
        value={draft.value(name)}
        onInput={({ currentTarget }) => draft.type(name, currentTarget.value)}
      />
    </label>
    <Help id={`help-${name}`} text={help} />
    <StoredNow draft={draft} field={name} />
  </div>
)

/** A box for a value that is the text `true` or `false`. */
export const CheckField = <Field extends string>({
  draft,
  help,
  label,
  name,
  values
}: FieldProps<Field> & {
  /** The texts of the two values. */
  readonly values: Readonly<Record<"false" | "true", string>>
}) => (
  <div class="form-field">
    <label>
      <input
        type="checkbox"
        name={name}
        disabled={!useCanWrite()}
        aria-describedby={help === undefined ? undefined : `help-${name}`}
        checked={draft.value(name) === "true"}
        onChange={({ currentTarget }) => draft.type(name, String(currentTarget.checked))}
      />{" "}
      {label}
    </label>
    <Help id={`help-${name}`} text={help} />
    <StoredNow draft={draft} field={name} show={(stored) => values[stored === "true" ? "true" : "false"]} />
  </div>
)

export const SelectField = <Field extends string>({
  draft,
  help,
  label,
  name,
  values
}: FieldProps<Field> & {
  /** The values, with their texts. */
  readonly values: Readonly<Record<string, string>>
}) => (
  <div class="form-field">
    <label class="labelled">
      {label}
      <select
        class="field"
        name={name}
        disabled={!useCanWrite()}
        aria-describedby={help === undefined ? undefined : `help-${name}`}
        value={draft.value(name)}
        onChange={({ currentTarget }) => draft.type(name, currentTarget.value)}
      >
        {Object.entries(values).map(([value, text]) => (
          <option value={value} key={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
    <Help id={`help-${name}`} text={help} />
    <StoredNow draft={draft} field={name} show={(stored) => values[stored] ?? stored} />
  </div>
)

/** The fields of one subject, side by side where there is room. */
export const FieldGroup = ({ children, title }: { readonly title: string; readonly children: ComponentChildren }) => (
  <fieldset class="form-group">
    <legend>{title}</legend>
    {children}
  </fieldset>
)

/** The choices of a field for a time zone: `list` of the field is `id`. */
export const TimeZones = ({ id }: { readonly id: string }) => (
  <datalist id={id}>
    {Intl.supportedValuesOf("timeZone").map((zone) => (
      <option value={zone} key={zone} />
    ))}
  </datalist>
)
