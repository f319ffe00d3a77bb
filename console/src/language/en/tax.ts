// English messages about the tax on gains, tax packs, and certificates of withheld tax.

export const tax = {
  'certificate.amount': 'Tax on the receipt',
  'certificate.create': 'Record a certificate',
  'certificate.created': 'Certificate recorded',
  'certificate.date': 'Date of the receipt',
  'certificate.deductions': 'Deductions',
  'certificate.from': 'First payment',
  'certificate.hint':
    'The amount must be the sum of the deductions of the period that have no certificate yet.',
  'certificate.import': 'Import',
  'certificate.none': 'No certificates',
  'certificate.none.hint': 'Record receipts from the tax office here as proof of the tax withheld.',
  'certificate.number': 'Number',
  'certificate.undo': 'Undo the certificate',
  'certificate.undo.hint':
    'Its number and its deductions can then be used for another certificate.',
  'certificate.undone': 'Certificate undone',
  'certificate.until': 'Last payment',
  'import.certificates.hint':
    'A row has customerName, number, certificateDate, periodFrom, periodUntil and amount.',
  'import.certificates.made': 'Recorded',
  'import.certificates.sum':
    '{rows, plural, one {# row} other {# rows}}: {imported} recorded, {unchanged} unchanged, ' +
    '{refused} refused',
  'import.certificates.undo':
    'Undoing the import undoes its certificates. Certificates already undone stay as they ' +
    'are.',
  'import.new.certificates': 'Import certificates',
  'import.of.certificates': 'Certificates of withheld tax',
  'pack.done.ALL': 'The tax packs are being issued',
  'pack.done.CUSTOMER': 'Tax pack issued',
  'pack.done.OFFICE': 'Tax packs are being issued',
  'pack.final': 'Final packs only',
  'pack.issue': 'Issue tax packs',
  'pack.issue.hint':
    'The tax pack of the current year is a draft. It is provisional until twelve months after ' +
    'the end of the year, and ' +
    'becomes final when the books of the year are also hard closed.',
  'pack.issue.one': 'Issue the tax pack',
  'pack.missing': 'Without certificate',
  'pack.none': 'No tax packs',
  'pack.none.hint':
    'A tax pack contains the figures that a customer needs for the tax return of a year.',
  'pack.of-customer': 'Tax packs',
  'pack.unchanged': 'The figures have not changed since the last tax pack',
  'pack.withheld': 'Tax withheld',
  'place.taxes': 'Taxes',
  'tax.chargeable': 'Chargeable',
  'tax.chargeable.no': 'Not chargeable',
  'tax.chargeable-gain': 'Chargeable gain',
  'tax.disposals': 'Disposals for tax',
  'tax.exempt': 'The payer is exempt',
  'tax.gain': 'Gain for tax',
  'tax.gains': 'Gains',
  'tax.losses': 'Losses',
  'tax.none': 'No tax rule applies to any disposal in this year',
  'tax.of-packs': 'Tax packs',
  'tax.relieved': 'Relieved by reinvestment',
  'tax.tax.GAIN_ALONE': 'Tax on the gain alone (estimate)',
  'tax.tax.OTHER_INCOME': 'Tax on top of other income (estimate)',
  'tax.tax.RATE': 'Tax at the rate',
  'tax.tax.TOP_BAND': 'Tax at the highest rate (estimate)',
  'tax.title': 'Tax on gains in {year}, {state}',
  'tax.used': '{used} of {limit} ({percent} %)',
  'tax.window': 'Window',
  'tax.window.gain': 'Net gain used',
  'tax.window.proceeds': 'Proceeds used',
  'tax.windows': 'Use of each window',
  'tax.year': 'Tax year',
} as const;
