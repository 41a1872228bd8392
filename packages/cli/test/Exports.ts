/** The columns of contacts in exports of other programs, and the fields that they contain. Names of columns only. */
interface Export {
  /** Separated by commas. */
  readonly columns: string
  /** The columns of the lead's fields; the others become custom fields. */
  readonly fields: Readonly<Record<string, string>>
}

export const exports: Readonly<Record<string, Export>> = {
  Apollo: {
    columns: `
      First Name, Last Name, Title, Company, Company Name for Emails, Email, Email Status,
      Primary Email Source, Primary Email Verification Source, Email Confidence, Seniority, Departments,
      Contact Owner, Work Direct Phone, Home Phone, Mobile Phone, Corporate Phone, Stage, Lists,
      Last Contacted, Account Owner, # Employees, Industry, Keywords, Person Linkedin Url, Website,
      Company Linkedin Url, Facebook Url, Twitter Url, City, State, Country, Company Address, Company City,
      Company State, Company Country, Company Phone, Technologies, Annual Revenue, Total Funding,
      Latest Funding, Last Raised At, Email Sent, Email Open, Email Bounced, Replied, Demoed,
      Apollo Contact Id, Apollo Account Id, Secondary Email, Tertiary Email
    `,
    fields: { email: "Email", first_name: "First Name", last_name: "Last Name", company: "Company", website: "Website" }
  },
  HubSpot: {
    columns: `
      Record ID, First Name, Last Name, Email, Phone Number, Contact owner, Last Activity Date, Lead Status,
      Marketing contact status, Create Date, Job Title, Company Name, Website URL, Lifecycle Stage,
      Associated Company IDs, Associated Company
    `,
    fields: {
      email: "Email",
      first_name: "First Name",
      last_name: "Last Name",
      company: "Company Name",
      website: "Website URL"
    }
  },
  Instantly: {
    columns: `
      email, first_name, last_name, company_name, phone, website, personalization, status, lt_interest_status,
      email_opened_step, email_replied_step, company_domain, verification_status
    `,
    fields: {
      email: "email",
      first_name: "first_name",
      last_name: "last_name",
      company: "company_name",
      website: "website",
      personalization: "personalization"
    }
  },
  Smartlead: {
    columns: `
      id, campaign_lead_map_id, status, category, is_interested, created_at, first_name, last_name, email,
      phone_number, company_name, website, location, custom_fields, linkedin_profile, company_url,
      is_unsubscribed, last_email_sequence_sent, open_count, click_count, reply_count
    `,
    fields: {
      email: "email",
      first_name: "first_name",
      last_name: "last_name",
      company: "company_name",
      website: "website"
    }
  },
  "Salesforce leads": {
    columns: `
      Lead Owner, First Name, Last Name, Title, Company / Account, Email, Lead Source, Street, Rating, Phone,
      Mobile, Website, Lead Status, Unread By Owner, State/Province, Industry
    `,
    fields: {
      email: "Email",
      first_name: "First Name",
      last_name: "Last Name",
      company: "Company / Account",
      website: "Website"
    }
  },
  "Salesforce contacts": {
    columns: `
      Salutation, First Name, Last Name, Title, Account Name, Mailing City, Phone, Email
    `,
    fields: { email: "Email", first_name: "First Name", last_name: "Last Name", company: "Account Name" }
  },
  "Salesforce Data Loader": {
    columns: `
      ID, FIRSTNAME, LASTNAME, EMAIL, COMPANY, WEBSITE, TITLE, LEADSOURCE, CREATEDDATE
    `,
    fields: { email: "EMAIL", first_name: "FIRSTNAME", last_name: "LASTNAME", company: "COMPANY", website: "WEBSITE" }
  },
  Lusha: {
    columns: `
      First Name, Last Name, Full Name, Job Title, Seniority, Departments, Company Name, Company Domain,
      Company Website, Company Industry, Company Number Of Employees, Work Email, Work Email Confidence,
      Private Email, Phone 1, Phone 1 Type, Phone 2, Country, LinkedIn URL
    `,
    fields: {
      email: "Work Email",
      first_name: "First Name",
      last_name: "Last Name",
      company: "Company Name",
      website: "Company Website"
    }
  }
}
