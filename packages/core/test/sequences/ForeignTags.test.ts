/** Tags of other programs are faults that show the form of Mailroom; ordinary texts with the same signs are not. */
import { assert, describe, it } from "@effect/vitest"
import { faultsOfHtml } from "../../src/sequences/HtmlTemplate.ts"
import { faultsOfText } from "../../src/sequences/Template.ts"

describe("a tag of another program", () => {
  it.each<readonly [text: string, ...forms: ReadonlyArray<string>]>([
    // Defaults and filters of Liquid and Jinja.
    [
      'Hi {{ first_name | default: "there" }},',
      'has {{ first_name | default: "there" }}, ',
      "write {{first_name|there}}"
    ],
    ['Hi {{ first_name || "there" }},', "write {{first_name|there}}"],
    ['Hi {{first_name | fallback: "you"}},', "write {{first_name|you}}"],
    ["Hi {{first_name|upcase}},", "write {{first_name|there}}"],
    ["Hi {{ first_name | strip }},", "write {{first_name|there}}"],
    ["Hi {{ last_name | Capitalize }},", "write {{last_name}}"],
    ["Hi {{first_name|default('friend')}},", "write {{first_name|friend}}"],
    ["Hi {{first_name|'friend'}},", "write {{first_name|friend}}"],
    ["Hi {{first_name|“friend”}},", "write {{first_name|friend}}"],
    ["Hi {{first_name|upcase|friend}},", "write {{first_name|friend}}"],
    ["Hi {{first_name|default: friend}},", "write {{first_name|friend}}"],
    ["Hi {{company|truncate: 20}},", "write {{company|"],
    ["Hi {{first_name|=there}},", "write {{first_name|there}}"],
    ["Hi {{first_name|default there}},", "write {{first_name|there}}"],
    ["Hi {{first_name | else 'you'}},", "write {{first_name|you}}"],
    ["Hi {{first_name | title_case}},", "write {{first_name|there}}"],
    ["Hi {{first_name|html_escape}},", "write {{first_name|there}}"],
    ["Hi {{first_name|reverse}},", "write {{first_name|there}}"],
    // Other names in double braces.
    ["Hi {{ contact.firstname }},", "did you mean {{first_name}}?"],
    ["Hi {{ lead.FirstName | default: 'you' }},", "did you mean {{first_name|you}}?"],
    ["Hallo {{Vorname}},", "did you mean {{first_name}}?"],
    ["{{firstName or 'you'}}", "did you mean {{first_name|you}}?"],
    ["{{{first_name}}}", "has {{{first_name}}}, a tag of another program: write {{first_name}}"],
    ["Hi {{${first_name}}},", "has {{ that does not begin a variable", "has ${first_name}, "],
    // Names of fields between other signs.
    ["Hi {first_name},", "has {first_name}, a tag of another program", "write {{first_name|there}}"],
    ["Hi {FIRST_NAME},", "write {{first_name|there}}"],
    ["Hi {firstName},", "write {{first_name|there}}"],
    ["Hi {First Name|mate},", "write {{first_name|mate}}"],
    ["Hi {contactfield=firstname},", "write {{first_name|there}}"],
    ["Hi {contactfield=firstname|mate},", "write {{first_name|mate}}"],
    ["Hi {leadfield=firstname},", "write {{first_name|there}}"],
    ["Best, {ownerfield=firstname}", "write {{sender.first_name}}"],
    ["{{first_name}} of {company}", "write {{company|your company}}"],
    ["Bonjour {prénom},", "write {{first_name|there}}"],
    ["Dear {!Contact.LastName},", "write {{last_name}}"],
    ["Hi {$name}", "write {{first_name|there}}"],
    ["Hi {name;you}", "write {{first_name|you}}"],
    ["your {custom.crm_system}", "write {{custom.crm_system}}"],
    ["your {Job Title}", "write {{custom.job_title}}"],
    ["Best, {sender_name}", "write {{sender.first_name}}"],
    ["*|FNAME|*", "write {{first_name|there}}"],
    ["*|MC_PREVIEW_TEXT|*", "has *|MC_PREVIEW_TEXT|*"],
    ["*|IF:FNAME|*you*|END:IF|*", "conditions and loops are unknown here"],
    ["Hi %FIRSTNAME%,", "write {{first_name|there}}"],
    ["Hi %%first_name%%,", "write {{first_name|there}}"],
    ["Hi %recipient.last_name%,", "write {{last_name}}"],
    ["%%[ IF EMPTY(@name) THEN ]%%", "conditions and loops"],
    ["Hi %%=ProperCase(x)=%%", "a tag of another program"],
    ["Hi %(first_name)s", "write {{first_name|there}}"],
    ["Hi ${first_name},", "write {{first_name|there}}"],
    ["Hi ${Contacts.Last Name},", "write {{last_name}}"],
    ["Hi $firstname,", "write {{first_name|there}}"],
    ["Hi $[FNAME|you]$,", "write {{first_name|you}}"],
    ["Hi <%= first_name %>,", "write {{first_name|there}}"],
    ["Hi <?= $name ?>,", "a tag of another program"],
    ["Hi [[first_name]],", "write {{first_name|there}}"],
    ['Hi [[LASTNAME OR "you"]],', "write {{last_name|you}}"],
    ["Hi [FIRST_NAME],", "write {{first_name|there}}"],
    ["Hi [Name],", "write {{first_name|there}}"],
    ["Hi [firstname,fallback=you],", "write {{first_name|you}}"],
    ["Best, [Your Name]", "write {{sender.first_name}}"],
    ["Hi #FIRSTNAME#,", "write {{first_name|there}}"],
    ["Hi ##Company##,", "write {{company|your company}}"],
    ["Hi @@first_name@@,", "write {{first_name|there}}"],
    ["Hi ~Contact.FirstName~,", "write {{first_name|there}}"],
    ["Hi __FIRST_NAME__,", "write {{first_name|there}}"],
    ["Hi -firstName-,", "write {{first_name|there}}"],
    ["Hi <<First Name>>,", "write {{first_name|there}}"],
    ["Hi «FirstName»,", "write {{first_name|there}}"],
    ["Hi <First Name>,", "write {{first_name|there}}"],
    ["Stop: {unsubscribe}", "write {{unsubscribe_link}}"],
    // Conditions, and alternatives.
    [
      "{% if company %}{{company|}}{% endif %}",
      "has {% if company %}, a tag of another program",
      "conditions and loops"
    ],
    ["{%- assign a = 1 -%}", "conditions and loops"]
  ])("is a fault of %j", (text, ...expected) => {
    for (const [kind, faults] of [
      ["text", faultsOfText(text)],
      // In HTML, `<` begins a tag.
      ...(text.includes("<") ? [] : [["html", faultsOfHtml(`<p>${text}</p>`)] as const])
    ] as const) {
      for (const part of expected) assert.include(faults.join("\n"), part, kind)
    }
  })

  it("is found in HTML also behind entities, tags and encodings", () => {
    for (const html of [
      "<p>{{ first_name | default: &quot;there&quot; }}</p>",
      "<p>{<b>first</b>_name}</p>",
      "<p>&#123;first_name&#125;</p>",
      "<p>*&#124;FNAME&#124;*</p>",
      "<p>Hi &lt;%= first_name %&gt;</p>",
      "<p>Hi <%= first_name %></p>",
      "<p>Hi <first_name></p>",
      "<p>Hi <?= $first_name ?></p>",
      '<a href="https://x.example/?n={first_name}">x</a>',
      '<a href="https://x.example/?n=%7Bfirst_name%7D">x</a>',
      '<img alt="for {first_name}" src="https://x.example/a.png">',
      "<!--[if mso]><p>{first_name}</p><![endif]-->"
    ]) {
      assert.match(faultsOfHtml(html).join("\n"), /write \{\{first_name|a tag of another program/u, html)
    }
  })

  it("is named once, and at most twenty are", () => {
    assert.lengthOf(faultsOfText("{name} {name} {name}"), 1)
    assert.lengthOf(faultsOfText(Array.from({ length: 50 }, (_, i) => `*|F${i}|*`).join(" ")), 20)
  })
})

describe("an ordinary text", () => {
  it.each([
    'Hi {{first_name|there}}, {{company}} and {{custom.city|your city}} are {{ company | R&D > "x" }}',
    "{{company|O'Neill & Sons}} {{company|the first: 10%}} {{company|}} {{custom.note|a (good) one}}",
    "{} { } {x} {!} {1,3} {a, b} :-{ }:->",
    '{"name": "Ada", "company": {"id": 1}}',
    "{'first_name': 'Ada'} {name: 'Ada'} {company: string | null}",
    "const {name} = user; import {email} from 'x'; f({name})",
    "GET /users/{email}/orders and `Hello {first_name}`, `${name}`",
    "a.b{color:red} @media print{.a{color:red}} @keyframes x{from{top:0}50%{top:1px}}",
    "100%, 5% of 10%, 50 % company, 20%name 10%, %d %s, 100%% safe",
    "https://x.example/?utm_source=mail&q=%20Name%20&r=a%7Cb#name",
    "[1], [sic], [EXTERNAL], [website](https://x.example), [name]: x, row[name], see [a|b]",
    "[url]https://x.example[/url]",
    "#name #company, C#, #1# and # name #",
    "me@company.example, <ada@x.example>, Ada <email>, a << b >> c",
    "Le champ « prénom » et »Name« und «Firma»",
    "$5 to $name, US$ 10, $x = 1, $first_name = 'Ada'",
    "<first_name>Ada</first_name>",
    "__init__, __name__, ~ten~, ~~name~~, -name-, ||name||",
    "{x | x > 0}, {x || y}, cat a | grep b, | a | b |, \\frac{name}{email}",
    "{550e8400-e29b-41d4-a716-446655440000}"
  ])("has no fault: %j", (text) => assert.deepStrictEqual(faultsOfText(text), []))

  it("has none in HTML, with styles, scripts, comments and entities", () => {
    const html = `<style>.a{color:red}@media x{.name{top:0}}</style><script>f({name})</script>
      <!--[if mso]><xml><o:PixelsPerInch>96</o:PixelsPerInch></xml><![endif]-->
      <p class="[name]" style="width:{name}">100% &lt;ada@x.example&gt; {}</p><o:p></o:p>`
    assert.deepStrictEqual(faultsOfHtml(html), [])
  })
})
