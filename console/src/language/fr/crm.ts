// French: leads and messages.

import type { crm as english } from '../en/crm.js';

export const crm: Readonly<Record<keyof typeof english, string>> = {
  'lead.board': 'Tableau',
  'lead.convert': 'En faire un client',
  'lead.convert.question':
    'Le client reçoit un compte et l’historique du prospect. S’il existe un client aux ' +
    'mêmes signes, le serveur refuse ; un motif en crée un quand même.',
  'lead.converted': 'Le prospect est maintenant client.',
  'lead.dead': 'Abandonner',
  'lead.first-name': 'Prénom',
  'lead.last-name': 'Nom',
  'lead.list': 'Liste',
  'lead.made': 'Le prospect est saisi.',
  'lead.move': 'Marquer : {status}',
  'lead.moved': 'Le prospect est maintenant : {status}.',
  'lead.new': 'Nouveau prospect',
  'lead.none': 'Pas de prospects',
  'lead.none.hint':
    'Les prospects viennent du portail, de fichiers et d’appels. Un prospect qualifié ' +
    'devient client d’une touche.',
  'lead.notes': 'Notes',
  'lead.one': 'Prospect',
  'lead.recycle': 'Recycler',
  'lead.search': 'Nom, organisation, numéro',
  'lead.source': 'Source',
  'lead.view': 'Vue',
  'message.close': 'Clore',
  'message.closed': 'La conversation est close.',
  'message.none': 'Pas de messages',
  'message.none.hint':
    'Ce que les clients écrivent sur WhatsApp arrive ici, et ce qui leur a été envoyé.',
  'message.queued': 'Il est remis ; son état dit ce qu’il devient.',
  'message.reply': 'Réponse à {to}',
  'message.send': 'Envoyer',
};
