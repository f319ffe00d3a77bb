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
  'message.close': 'Close',
  'message.closed': 'The conversation is closed.',
  'message.none': 'No messages',
  'message.none.hint': 'What customers write on WhatsApp comes here, and what was sent to them.',
  'message.queued': 'It is handed over; its state says what becomes of it.',
  'message.reply': 'Answer to {to}',
  'message.send': 'Send',
} as const;
