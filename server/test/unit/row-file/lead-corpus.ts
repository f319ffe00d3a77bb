// Leads in the forms that other programs export.

import { book, type CorpusFile, file } from './corpus-file.js';

/** Files of leads. */
export const LEAD_FILES: readonly CorpusFile[] = [
  file(
    ['LEAD', 'Facebook with a full name, in UTF-16 with tabs'],
    [
      'id\tcreated_time\tfull_name\tphone_number\temail',
      'l:1\t2026-01-05T10:00:00+0100\tNgozi Ada Okafor\t+2348031230210\tngozi@example.com',
    ].join('\r\n'),
    {
      encoding: 'utf-16',
      rows: [
        {
          ...{ fullName: 'Ngozi Ada Okafor', mobilePhone: '+2348031230210' },
          ...{ emailAddress1: 'ngozi@example.com' },
        },
      ],
    },
  ),
  file(['LEAD', 'UTF-16 without a mark'], 'firstName;lastName\r\nJosé;Núñez\r\n', {
    encoding: 'utf-16le',
    rows: [{ firstName: 'José', lastName: 'Núñez' }],
    shows: { encoding: 'UTF-16LE', encodingFrom: 'CONTENT' },
  }),
  file(
    ['LEAD', 'HubSpot with its unsubscriptions'],
    [
      'First Name,Last Name,Email,Phone Number,Mobile Phone Number,Unsubscribed from all email',
      'Ngozi,Okafor,n@example.com,01 234 5678,0803 123 0210,Yes',
      'Ada,Eze,a@example.com,,,No',
    ].join('\n'),
    {
      rows: [
        {
          ...{ firstName: 'Ngozi', lastName: 'Okafor', emailAddress1: 'n@example.com' },
          ...{ otherPhone: '01 234 5678', mobilePhone: '0803 123 0210', emailOptOut: 'true' },
        },
        { firstName: 'Ada', lastName: 'Eze', emailAddress1: 'a@example.com', emailOptOut: 'false' },
      ],
    },
  ),
  file(
    ['LEAD', 'Salesforce with its opt-outs'],
    [
      'First Name,Last Name,Company / Account,Email,Email Opt Out,Do Not Call,Lead Source',
      'Ngozi,Okafor,Acme,n@example.com,1,0,Web',
    ].join('\n'),
    {
      rows: [
        {
          ...{ firstName: 'Ngozi', lastName: 'Okafor', organization: 'Acme' },
          ...{ emailAddress1: 'n@example.com', emailOptOut: 'true', doNotCall: 'false' },
          leadSource: 'Web',
        },
      ],
    },
  ),
  file(['LEAD', 'a consent that is not mapped'], 'First Name,Fax Opt Out\nNgozi,1\n', {
    refused: /CONSENT_COLUMN_NOT_MAPPED.*Fax Opt Out/,
  }),
  file(['LEAD', 'a consent that is left out on purpose'], 'First Name,Fax Opt Out\nNgozi,1\n', {
    mapping: [{ header: 'fax opt out' }],
    rows: [{ firstName: 'Ngozi' }],
  }),
  file(
    ['LEAD', 'phones that a spreadsheet took for numbers'],
    ['First Name,Phone', 'A,2.34803E+12', 'B,8031230210.0', 'C,#N/A', 'D,0803 123 0210'].join('\n'),
    {
      rows: [
        /DAMAGED_CELL row 1, column "Phone", cell "2\.34803E\+12"/,
        /DAMAGED_CELL row 2, column "Phone", cell "8031230210\.0"/,
        /DAMAGED_CELL row 3, column "Phone", cell "#N\/A"/,
        { firstName: 'D', mobilePhone: '0803 123 0210' },
      ],
    },
  ),
  file(
    ['LEAD', 'birth dates that are numbers'],
    ['First Name,Birth Date', 'A,1990', 'B,33000', 'C,17/04/1988'].join('\n'),
    {
      rows: [
        /DATE_WRONG row 1, column "Birth Date", cell "1990"/,
        /DATE_WRONG row 2, column "Birth Date", cell "33000"/,
        { firstName: 'C', birthDate: '1988-04-17' },
      ],
    },
  ),
  file(['LEAD', 'a birth date without its century'], 'First Name,Birth Date\nAda,17.04.45\n', {
    rows: [/DATE_WRONG row 1, column "Birth Date", cell "17\.04\.45": has a two-digit year/],
  }),
  file(['LEAD', 'a declared ISO-8859-1 as stated'], 'First Name,Last Name\nJürgen,Groß\n', {
    encoding: 'win1252',
    reading: { encoding: 'ISO-8859-1' },
    rows: [{ firstName: 'Jürgen', lastName: 'Groß' }],
    shows: { encodingFrom: 'REQUEST' },
  }),
  file(['LEAD', 'letters that an earlier conversion lost'], 'First Name\nM\ufffdller\n', {
    refused: /row 2 of the file/,
  }),
  file(['LEAD', 'Cyrillic by a stated encoding'], 'First Name\nИван\n', {
    encoding: 'win1251',
    reading: { encoding: 'WINDOWS-1251' },
    rows: [{ firstName: 'Иван' }],
  }),
  file(['LEAD', 'the last row as stated'], 'First Name\nTotal\nAda\nnot a lead\n', {
    reading: { headerRow: 1, lastRow: 3 },
    rows: [/LOOKS_LIKE_SUMMARY row 1/, { firstName: 'Ada' }],
    shows: { lastRow: 3, skippedCount: 1 },
  }),
  file(['LEAD', 'two columns of one name'], 'First Name,Phone,phone\nAda,1,2\n', {
    refused: /has the column phone twice: columns 2 and 3/,
  }),
  book(
    ['LEAD', 'a workbook with flags, errors and phones as numbers'],
    [
      ['First Name', 'Mobile', 'Email Opt Out', 'Birth Date'],
      ['Ada', 2348031230210, { flag: true }, { day: 32_250 }],
      ['Ben', { error: '#N/A' }, { flag: false }, null],
    ],
    {
      rows: [
        {
          ...{ firstName: 'Ada', mobilePhone: '2348031230210', emailOptOut: 'true' },
          birthDate: '1988-04-17',
        },
        /DAMAGED_CELL row 2, column "Mobile", cell "#N\/A"/,
      ],
    },
  ),
];
