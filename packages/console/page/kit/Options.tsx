/** The options of a list, by their values, with their texts. */
export const Options = ({ texts }: { readonly texts: Readonly<Record<string, string>> }) =>
  Object.entries(texts).map(([value, text]) => (
    <option value={value} key={value}>
      {text}
    </option>
  ))
