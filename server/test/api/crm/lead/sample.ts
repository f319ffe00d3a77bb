// A lead with every member in the specification except references, in the form that a client sends
// and in the form that a read must return.

/** Returns the sample. Booleans and numbers are sent as strings, as real clients do. */
export function leadSample(): {
  readonly given: Readonly<Record<string, string | number | boolean>>;
  readonly expected: Readonly<Record<string, string | number | boolean>>;
} {
  const texts = Object.fromEntries(TEXTS.map((member) => [member, `the ${member}`]));
  const common = {
    ...texts,
    birthDate: '1988-04-17',
    emailAddress1: 'one@example.com',
    emailAddress2: 'Two+tag@Example.com',
    emailAddressAutoBcc: 'bcc@example.com',
    leadType: 'INDIVIDUAL',
    label: 'A label of their own',
  };
  return {
    given: { ...common, ...spelled(NUMBERS), ...spelledFlags(), status: 'assigned', id: 0 },
    expected: { ...common, ...NUMBERS, ...FLAGS, status: 'ASSIGNED' },
  };
}

const TEXTS = [
  ...['department', 'description', 'ethnicity', 'fax', 'firstName', 'middleName', 'identifier'],
  ...['industry', 'lastName', 'maritalStatus', 'organization', 'prefix', 'suffix', 'title'],
  ...['salutation', 'profession', 'sex', 'typeOfEmployment', 'webSite', 'workflowNotes'],
  ...['leadSource', 'homePhone', 'mobilePhone', 'officePhone', 'otherPhone'],
  ...['preferredContactMethod', 'preferredContactTime', 'primaryCity', 'primaryCountry'],
  ...['primaryPostCode', 'primaryState', 'primaryStreet', 'primaryStreet1', 'secondaryCity'],
  ...['secondaryCountry', 'secondaryPostCode', 'secondaryState', 'secondaryStreet'],
  'secondaryStreet1',
];

const NUMBERS: Readonly<Record<string, number>> = {
  annualIncome: 1234567.89,
  noOfDependents: 3,
  primaryLatitude: 6.4541,
  primaryLongitude: -3.3947,
  secondaryLatitude: -9.0765,
  secondaryLongitude: 7.3986,
};

const FLAGS: Readonly<Record<string, boolean>> = {
  active: true,
  autoRollover: true,
  doNotCall: true,
  doNotShare: false,
  emailOptOut: true,
  emailVerified: false,
  headOfHousehold: true,
  smsOptOut: true,
};

const spelled = (numbers: Readonly<Record<string, number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(numbers).map(([member, value]) => [member, String(value)]));

const spelledFlags = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(FLAGS).map(([member, value], index) => [
      member,
      index % 2 === 0 ? String(value) : String(value).toUpperCase(),
    ]),
  );
