// English: leads and messages.

export const crm = {
  'lead.board': 'Board',
  'lead.convert': 'Make a customer',
  'lead.convert.question':
    'The customer gets an account and the lead’s history. When a customer with the same ' +
    'marks exists, the server refuses; a reason makes a new one all the same.',
  'lead.converted': 'The lead is a customer now.',
  'lead.dead': 'Give up',
  'lead.first-name': 'First name',
  'lead.last-name': 'Last name',
  'lead.list': 'List',
  'lead.made': 'The lead is captured.',
  'lead.move': 'Mark as {status}',
  'lead.moved': 'The lead is now: {status}.',
  'lead.new': 'New lead',
  'lead.none': 'No leads',
  'lead.none.hint':
    'Leads come from the portal, from files and from calls. One that is qualified becomes ' +
    'a customer with one key.',
  'lead.notes': 'Notes',
  'lead.one': 'Lead',
  'lead.recycle': 'Recycle',
  'lead.search': 'Name, organisation, number',
  'lead.source': 'Source',
  'lead.view': 'View',
  'lead.write': 'Write a message',
  'message.close': 'Close',
  'message.closed': 'The conversation is closed.',
  'message.new': 'New message',
  'message.none': 'No messages',
  'message.none.hint': 'What customers write on WhatsApp comes here, and what was sent to them.',
  'message.number': 'Number',
  'message.queued': 'It is handed over; its state says what becomes of it.',
  'message.reply': 'Answer to {to}',
  'message.rule.no-address': 'No telephone number is known of this person.',
  'message.rule.opted-out': 'This person wants nothing on WhatsApp.',
  'message.rule.other': 'It would be held back: {rule}',
  'message.rule.suppressed':
    'Nothing goes to this number: it is on the list of those that want nothing.',
  'message.rule.window':
    'They have not written for 24 hours: WhatsApp carries an approved template, and no own words.',
  'message.rule.window-number':
    'They have not written for 24 hours: WhatsApp carries an approved template alone. ' +
    'Choose a customer, lead or contact to fill one in.',
  'message.send': 'Send',
  'message.template': 'Template',
  'message.template.choose': 'Choose one',
  'message.template.missing': 'Not known of this person: {names}',
  'message.template.none':
    'There is no WhatsApp template for such a record. An administrator makes them.',
  'message.to': 'To',
  'message.to.missing': 'Choose a person, or write a number.',
  'message.way': 'What it says',
  'message.way.template': 'Template',
  'message.way.words': 'Own words',
  'message.words': 'Words',
} as const;
