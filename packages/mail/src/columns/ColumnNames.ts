/**
 * The fields of leads by the names that people and programs give them, in many languages: columns of tables, and tags in
 * texts. Also the names of custom fields for all other columns.
 */

import { letters, plainName } from "../text/PlainName.ts"

// The page of the console uses this file, so it imports only what reads names.

export { plainName } from "../text/PlainName.ts"

/** The fields of a lead that a column can be. */
export const columnFields = [
  "email",
  "first_name",
  "last_name",
  "company",
  "website",
  "personalization",
  "timezone"
] as const
export type ColumnField = (typeof columnFields)[number]

/** Names that belong to one field. Words of a line are separated by spaces. */
const names: Readonly<Record<ColumnField, string>> = {
  email: `
    email emailaddress mail mailaddress emailid workemail businessemail primaryemail contactemail personemail leademail emailprimary
    emailwork professionalemail emailadresse mailadresse emailadress mailadress epost epostadresse epostadress epostaddress
    eposta epostaadresi postaadresi correo correoelectronico email1 emailaddress1 direccionemail direcciondecorreo
    direcciondecorreoelectronico adresseemail adressemail adresseelectronique courriel mel adressecourriel indirizzoemail indirizzomail
    postaelettronica indirizzodipostaelettronica enderecodeemail correioeletronico correioeletronicoprofissional emailcorporativo
    emailprofissional emailadres mailadres emailaddres sahkoposti sahkopostiosoite emailosoite adresemail adresmail
    pocztaelektroniczna adrespocztyelektronicznej emailovaadresa emailadresa emailcim elektronikusposta adresadeemail geschaeftlicheemail
    geschaftlicheemail dienstlicheemail firmenemail почта электроннаяпочта емейл имейл имэйл эл почтовыйадрес адресэлектроннойпочты
    электронныйадрес електроннапошта електроннаадреса адресаелектронноїпошти ηλεκτρονικοταχυδρομειο メール メールアドレス eメール
    邮箱 电子邮件 邮箱地址 电子邮箱 电子邮件地址 信箱 電子郵件 電子信箱 이메일 이메일주소 메일 전자우편 بريدالكتروني البريدالإلكتروني דואל דוארלקטרוני อีเมล`,
  first_name: `
    firstname first fname givenname forename givennames contactfirstname leadfirstname prospectfirstname firstnames namefirst vorname vornamen rufname prenom
    prenoms nombre nombres nombredepila primernombre nome primeironome voornaam roepnaam fornamn tilltalsnamn fornavn etunimi imie jmeno
    krestnijmeno krstnemeno keresztnev utonev prenume ime имя імя όνομα μικροονομα 名 名字 이름 ad adi isim الاسمالأول الاسم שםפרטי ชื่อ`,
  last_name: `
    lastname last lname surname familyname contactlastname leadlastname prospectlastname namelast nachname familienname zuname nomdefamille nomfamille apellido apellidos
    primerapellido cognome sobrenome ultimonome apelido achternaam familienaam efternamn efternavn etternavn sukunimi nazwisko
    prijmeni priezvisko vezeteknev csaladnev numedefamilie prezime фамилия прізвище επωνυμο επίθετο 姓 姓氏 苗字 名字姓 성 soyad soyadi soyisim
    اسمالعائلة اللقب שםמשפחה นามสกุล`,
  company: `
    company companyname companyaccount account accountname organization organisation organizationname organisationname
    businessname firma firmenname firmaname unternehmen unternehmensname betrieb arbeitgeber organisationsname
    entreprise societe nomdelentreprise nomentreprise raisonsociale nomdelasociete nomsociete organisme empresa nombredelaempresa
    nombreempresa compania organizacion razonsocial azienda nomeazienda societa ragionesociale nomeempresa nomedaempresa
    organizacao razaosocial companhia bedrijf bedrijfsnaam organisatie onderneming naambedrijf foretag foretagsnamn bolag bolagsnamn
    virksomhed virksomhedsnavn firmanavn virksomhet bedrift bedriftsnavn selskap firmanavnet yritys yrityksennimi yritysnimi
    nazwafirmy przedsiebiorstwo nazvafirmy spolecnost nazevfirmy nazevspolecnosti nazovfirmy spolocnost ceg cegnev companie numelecompaniei
    tvrtka компания организация названиекомпании предприятие фирма компанія організація назвакомпанії підприємство фірма
    εταιρεια εταιρία επωνυμια sirket sirketadi firmaadi kurum 会社 会社名 企業 企業名 法人名 公司 公司名称 企业 企业名称 公司名稱 회사 회사명 기업 기업명
    الشركة اسمالشركة חברה שםחברה บริษัท`,
  website: `
    website websiteurl url web homepage companywebsite webpage webseite internetseite webadresse
    internetadresse webauftritt websiteadresse siteweb siteinternet site sitioweb paginaweb sitoweb sito sitointernet paginadeinternet
    siteempresa webbplats hemsida webbsida webadress hjemmeside nettside nettsted hjemmesideadresse verkkosivu verkkosivusto verkkosivut
    kotisivu kotisivut stronawww stronainternetowa witryna webovastranka webovestranky stranky weboldal honlap adresasite сайт вебсайт
    адрессайта вебсторінка веб ιστοσελιδα ιστοτοπος websitesi internetsitesi ウェブサイト サイト ホームページ 网站 网址 官网 網站 網址 웹사이트
    홈페이지 사이트 الموقعالإلكتروني الموقع אתר เว็บไซต์`,
  personalization: `
    personalization personalisation personalizedline personalline icebreaker firstline opener openingline introline personalisierung
    persoenlichezeile personlichezeile einleitung einstieg aufhaenger aufhanger accroche personnalisation personalizacion personalizzazione
    personalizacao personalisatie personlighilsen персонализация персоналізація kisisellestirme パーソナライズ 个性化`,
  timezone: `
    timezone tz ianatimezone timezoneid timezonename contacttimezone leadtimezone prospecttimezone persontimezone zeitzone fuseauhoraire
    zonahoraria husohorario fusoorario fusohorario tijdzone tidszon tidszone tidssone aikavyohyke strefaczasowa casovepasmo
    casovapasma idozona fusorar vremenskazona casovnipas ajavoond laikajosla laikojuosta saatdilimi часовойпояс часовийпояс часоваязона
    ζωνηωρας タイムゾーン 时区 時區 시간대 المنطقةالزمنية אזורזמן เขตเวลา`
}

/**
 * Names that may also mean something else, such as a postal address or a whole name. They count only if no other column is the
 * field and, for `last_name`, if another column is the first name.
 */
const weakNames: Partial<Readonly<Record<ColumnField, string>>> = {
  email: "address adresse direccion indirizzo endereco adres adress osoite adresa адрес адреса",
  company: "employer employername currentcompany employeur",
  website: "domain domainname companydomain companyurl domaine dominio dominium",
  last_name: "name nom naam namn navn nimi nazwa"
}

const tableOf = (table: Partial<Readonly<Record<ColumnField, string>>>): ReadonlyMap<string, ColumnField> =>
  new Map(
    columnFields.flatMap((field) =>
      (table[field] ?? "")
        .trim()
        .split(/\s+/u)
        .filter((name) => name !== "")
        .map((name) => [plainName(name), field] as const)
    )
  )
const strong = new Map([...tableOf(names), ...columnFields.map((field) => [plainName(field), field] as const)])
const weak = tableOf(weakNames)

/** The names of a column with a time zone, without case, white space and signs. */
export const namesOfTimeZone: ReadonlySet<string> = new Set(
  [...strong].flatMap(([name, field]) => (field === "timezone" ? [name] : []))
)

/** The field with this name, without the names that may mean something else. */
export const fieldCalled = (name: string): ColumnField | undefined => strong.get(plainName(name))

/**
 * The field that each column probably is, by its header; `undefined`: none. Several columns may be the same field. `taken`:
 * fields that other columns are already.
 */
export const fieldsOfColumns = (
  headers: ReadonlyArray<string>,
  taken: ReadonlySet<string> = new Set()
): ReadonlyArray<ColumnField | undefined> => {
  const found = headers.map((header) => {
    const field = fieldCalled(header)
    return field === undefined || taken.has(field) ? undefined : field
  })
  const has = (field: ColumnField) => taken.has(field) || found.includes(field)
  return headers.map((header, i) => {
    const field = weak.get(plainName(header))
    if (found[i] !== undefined || field === undefined || has(field)) return found[i]
    return field === "last_name" && !has("first_name") ? undefined : field
  })
}

/** Whether a text is a name of the IANA time zone database with an area, such as `Europe/Oslo`: abbreviations mean several zones. */
export const isTimeZone = (text: string): boolean => {
  if (!/^(?:utc|gmt|[a-z]+\/.+)$/iu.test(text)) return false
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions() !== undefined
  } catch {
    return false
  }
}

/** Maximum length of the name of a custom field. */
export const maximumFieldName = 64

/** Letters, and the two letters that replace them on keyboards without these keys. */
const twoLetters: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ...letters, ø: "oe" }

/**
 * The name of the custom field for a header: lower-case Latin letters, digits and `_`, a letter first. `Job Title` and
 * `jobTitle` become `job_title`, `Größe der Firma` becomes `groesse_der_firma`. `undefined`: the header has other letters only,
 * or none.
 */
export const customFieldCalled = (header: string): string | undefined => {
  const composed = header.normalize("NFKC")
  if (/\p{L}/u.test(composed) && !/\p{Script=Latin}/u.test(composed)) return undefined
  const name = composed
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, "_")
    .toLowerCase()
    .replaceAll(/[äöüßæœøłđðþı]/gu, (letter) => twoLetters[letter] ?? letter)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z\d]+/gu, "_")
    .replaceAll(/^_|_$/gu, "")
  if (name === "") return undefined
  return (/^[a-z]/u.test(name) ? name : `field_${name}`).slice(0, maximumFieldName).replace(/_$/u, "")
}

/** The name of the custom field for the column at `index`; the number of the column where its header gives none. */
export const customFieldOf = (header: string, index: number): string =>
  customFieldCalled(header) ?? `field_${index + 1}`
