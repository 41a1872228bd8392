/** Fields of a form over stored values, each with what somebody else has stored meanwhile. */
import type { ComponentChildren } from "preact"
import { useCanWrite } from "../base/session.ts"
import "./fields.css"
import { Options } from "./Options.tsx"
import { Failed } from "./States.tsx"
import { StoredNow } from "./StoredNow.tsx"
import type { Draft } from "./useDraft.ts"
import { isConflict, type Write } from "./useWrite.ts"

interface FieldProps<Field extends string> {
  readonly name: Field
  readonly draft: Draft<Field>
  readonly label: string
  /** The effect of the field, or the values that it takes. */
  readonly help?: string
}

const helpOf = ({ help, name }: Pick<FieldProps<string>, "help" | "name">) =>
  help === undefined ? undefined : `help-${name}`

/** A field with its help, and the stored value if that has changed meanwhile. */
const Framed = <Field extends string>({ children, draft, help, kind = "text", name, show }: FramedProps<Field>) => (
  <div class={`form-field form-${kind}`}>
    {children}
    {help !== undefined && (
      <p class="meta" id={helpOf({ help, name })}>
        {help}
      </p>
    )}
    <StoredNow draft={draft} field={name} {...(show && { show })} />
  </div>
)

type FramedProps<Field extends string> = Omit<FieldProps<Field>, "label"> & {
  readonly kind?: string
  /** The text of a stored value. */
  readonly show?: (stored: string) => string
  readonly children: ComponentChildren
}

type InputProps<Field extends string> = FieldProps<Field> & {
  readonly type?: "number" | "text" | "time"
  readonly required?: boolean
  readonly min?: number
  readonly max?: number
  readonly maxLength?: number
  readonly placeholder?: string
  /** The id of a list of values. */
  readonly list?: string
}

export const InputField = <Field extends string>({
  draft,
  help,
  label,
  name,
  type = "text",
  ...rest
}: InputProps<Field>) => (
  <Framed draft={draft} name={name} kind={type} {...(help && { help })}>
    <label class="labelled">
      {label}
      <input
        class="field"
        dir="auto"
        name={name}
        type={type}
        readOnly={!useCanWrite()}
        aria-describedby={helpOf({ name, ...(help && { help }) })}
        autocomplete="off"
        value={draft.value(name)}
        onInput={({ currentTarget }) => draft.type(name, currentTarget.value)}
        {...rest}
      />
    </label>
  </Framed>
)

export const TextField = <Field extends string>({ label, ...field }: FieldProps<Field>) => (
  <Framed {...field}>
    <label class="labelled">
      {label}
      <textarea
        class="field form-area"
        dir="auto"
        name={field.name}
        rows={4}
        readOnly={!useCanWrite()}
        aria-describedby={helpOf(field)}
        value={field.draft.value(field.name)}
        onInput={({ currentTarget }) => field.draft.type(field.name, currentTarget.value)}
      />
    </label>
  </Framed>
)

/** A box for a value that is the text `true` or `false`. */
export const CheckField = <Field extends string>({
  label,
  values,
  ...field
}: FieldProps<Field> & {
  /** The texts of the two values. */
  readonly values: Readonly<Record<"false" | "true", string>>
}) => (
  <Framed {...field} kind="check" show={(stored) => values[stored === "true" ? "true" : "false"]}>
    <label>
      <input
        type="checkbox"
        name={field.name}
        disabled={!useCanWrite()}
        aria-describedby={helpOf(field)}
        checked={field.draft.value(field.name) === "true"}
        onChange={({ currentTarget }) => field.draft.type(field.name, String(currentTarget.checked))}
      />{" "}
      {label}
    </label>
  </Framed>
)

export const SelectField = <Field extends string>({
  label,
  values,
  ...field
}: FieldProps<Field> & {
  /** The values, with their texts. */
  readonly values: Readonly<Record<string, string>>
}) => (
  <Framed {...field} show={(stored) => values[stored] ?? stored}>
    <label class="labelled">
      {label}
      <select
        class="field"
        name={field.name}
        disabled={!useCanWrite()}
        aria-describedby={helpOf(field)}
        value={field.draft.value(field.name)}
        onChange={({ currentTarget }) => field.draft.type(field.name, currentTarget.value)}
      >
        <Options texts={values} />
      </select>
    </label>
  </Framed>
)

/** The fields of one subject, side by side where there is room. */
export const FieldGroup = ({ children, title }: { readonly title: string; readonly children: ComponentChildren }) => (
  <fieldset class="form-group">
    <legend>{title}</legend>
    {children}
  </fieldset>
)

/** The end of a form over stored values: why they were not saved, and the button that saves them. */
export const FormEnd = ({ isChanged, isDisabled = false, words, write: { error, isBusy } }: FormEndProps) => (
  <>
    {isConflict(error) && <p class="text-bad">{words.conflict}</p>}
    {error !== undefined && <Failed error={error} />}
    {useCanWrite() && (
      <div class="row-actions form-save">
        <button class="button button-solid" disabled={isBusy || !isChanged || isDisabled}>
          {words.save}
        </button>
        {isChanged && <span class="meta">{words.unsaved}</span>}
      </div>
    )}
  </>
)

interface FormEndProps {
  readonly isChanged: boolean
  /** Whether the values cannot be saved, for a reason that the form shows. */
  readonly isDisabled?: boolean
  readonly words: Readonly<Record<"conflict" | "save" | "unsaved", string>>
  readonly write: Pick<Write, "error" | "isBusy">
}

/** The choices of a field for a time zone: `list` of the field is `id`. */
export const TimeZones = ({ id }: { readonly id: string }) => (
  <datalist id={id}>
    {Intl.supportedValuesOf("timeZone").map((zone) => (
      <option value={zone} key={zone} />
    ))}
  </datalist>
)
