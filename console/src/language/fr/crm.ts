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
  'lead.write': 'Écrire un message',
  'message.close': 'Clore',
  'message.closed': 'La conversation est close.',
  'message.new': 'Nouveau message',
  'message.none': 'Pas de messages',
  'message.none.hint':
    'Ce que les clients écrivent sur WhatsApp arrive ici, et ce qui leur a été envoyé.',
  'message.number': 'Numéro',
  'message.queued': 'Il est remis ; son état dit ce qu’il devient.',
  'message.reply': 'Réponse à {to}',
  'message.rule.no-address': 'Aucun numéro de téléphone n’est connu de cette personne.',
  'message.rule.opted-out': 'Cette personne ne veut rien sur WhatsApp.',
  'message.rule.other': 'Il serait retenu : {rule}',
  'message.rule.suppressed':
    'Rien ne part à ce numéro : il est sur la liste de ceux qui ne veulent rien.',
  'message.rule.window':
    'Rien reçu depuis 24 heures : WhatsApp porte un modèle approuvé, et pas de texte libre.',
  'message.rule.window-number':
    'Rien reçu depuis 24 heures : WhatsApp ne porte qu’un modèle approuvé. ' +
    'Choisissez un client, un prospect ou un contact pour le remplir.',
  'message.send': 'Envoyer',
  'message.template': 'Modèle',
  'message.template.choose': 'Choisissez',
  'message.template.missing': 'Inconnu de cette personne : {names}',
  'message.template.none':
    'Pas de modèle WhatsApp pour une telle fiche. Un administrateur les crée.',
  'message.to': 'À',
  'message.to.missing': 'Choisissez une personne, ou écrivez un numéro.',
  'message.way': 'Ce qu’il dit',
  'message.way.template': 'Modèle',
  'message.way.words': 'Texte libre',
  'message.words': 'Texte',
};
