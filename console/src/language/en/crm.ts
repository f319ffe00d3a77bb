// English messages about leads and messages.

export const crm = {
  'delivery-in.attempts': 'Attempts',
  'delivery-in.channel': 'Channel',
  'delivery-in.channel.all': 'All channels',
  'delivery-in.content': 'As delivered',
  'delivery-in.discard': 'Discard',
  'delivery-in.discard.question':
    'This item will not be processed further. The original is kept and can be read again later.',
  'delivery-in.discarded': 'The item has been discarded.',
  'delivery-in.message': 'Message',
  'delivery-in.none': 'Nothing is parked',
  'delivery-in.none.hint':
    'Messages, receipts and statements from providers appear here if they cannot be processed.',
  'delivery-in.one': 'Item',
  'delivery-in.parked': 'Parked',
  'delivery-in.reason': 'Reason',
  'delivery-in.received': 'Received',
  'delivery-in.retried': 'The item is being read again.',
  'delivery-in.retry': 'Read again',
  'delivery-in.sender': 'Sender or message id',
  'delivery-in.settled': 'Resolved',
  'lead.board': 'Board',
  'lead.convert': 'Convert to customer',
  'lead.convert.question':
    'The new customer gets an account and the lead’s history. If a customer with the same ' +
    'identifiers exists, the conversion is refused. To create a second customer anyway, give a ' +
    'reason.',
  'lead.converted': 'The lead is now a customer.',
  'lead.dead': 'Mark as lost',
  'lead.first-name': 'First name',
  'lead.last-name': 'Last name',
  'lead.list': 'List',
  'lead.made': 'The lead has been created.',
  'lead.move': 'Mark as {status}',
  'lead.moved': 'Lead status changed to {status}.',
  'lead.new': 'New lead',
  'lead.none': 'No leads',
  'lead.none.hint':
    'Leads come from the portal, from files and from calls. You can convert a qualified lead ' +
    'with one keystroke.',
  'lead.notes': 'Notes',
  'lead.one': 'Lead',
  'lead.recycle': 'Recycle',
  'lead.search': 'Name, organisation, number',
  'lead.source': 'Source',
  'lead.view': 'View',
  'lead.write': 'Write a message',
  'message.close': 'Close',
  'message.closed': 'The conversation has been closed.',
  'message.new': 'New message',
  'message.none': 'No messages',
  'message.none.hint': 'WhatsApp messages from and to customers appear here.',
  'message.number': 'Number',
  'message.queued': 'The message has been queued. Its status shows whether it has been delivered.',
  'message.reply': 'Reply to {to}',
  'message.rule.no-address': 'This person has no phone number on record.',
  'message.rule.opted-out': 'This person has opted out of WhatsApp.',
  'message.rule.other': 'The message would be suppressed: {rule}',
  'message.rule.suppressed':
    'This number is on the suppression list, so no messages are sent to it.',
  'message.rule.window':
    'No message was received in the last 24 hours, so WhatsApp accepts only an approved template.',
  'message.rule.window-number':
    'No message was received in the last 24 hours, so WhatsApp accepts only an approved ' +
    'template. Choose a customer, lead or contact to fill one in.',
  'message.send': 'Send',
  'message.template': 'Template',
  'message.template.choose': 'Choose a template',
  'message.template.missing': 'Missing for this person: {names}',
  'message.template.none':
    'No WhatsApp template exists for this kind of record. An administrator can create one.',
  'message.to': 'To',
  'message.to.missing': 'Choose a person or enter a number.',
  'message.way': 'Content',
  'message.way.template': 'Template',
  'message.way.words': 'Free text',
  'message.words': 'Text',
} as const;
