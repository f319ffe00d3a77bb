// French messages about leads and messages.

import type { crm as english } from '../en/crm.js';

export const crm: Readonly<Record<keyof typeof english, string>> = {
  'delivery-in.attempts': 'Lectures',
  'delivery-in.channel': 'Canal',
  'delivery-in.channel.all': 'Tous les canaux',
  'delivery-in.content': 'Tel que reçu',
  'delivery-in.discard': 'Écarter',
  'delivery-in.discard.question':
    'Plus rien n’est fait pour cet élément. Il reste tel que reçu et peut être relu plus tard.',
  'delivery-in.discarded': 'L’élément est écarté.',
  'delivery-in.message': 'Message',
  'delivery-in.none': 'Rien en attente',
  'delivery-in.none.hint':
    'Les messages, accusés et déclarations des fournisseurs que le programme ne comprend pas ' +
    'apparaissent ici.',
  'delivery-in.one': 'Élément',
  'delivery-in.parked': 'Non compris',
  'delivery-in.reason': 'Motif',
  'delivery-in.received': 'Reçu',
  'delivery-in.retried': 'L’élément est relu.',
  'delivery-in.retry': 'Relire',
  'delivery-in.sender': 'Expéditeur ou identifiant',
  'delivery-in.settled': 'Lu',
  'lead.board': 'Tableau',
  'lead.convert': 'Convertir en client',
  'lead.convert.question':
    'Le client reçoit un compte et l’historique du prospect. S’il existe un client aux mêmes ' +
    'identifiants, la conversion est refusée. Pour en créer un second quand même, donnez un ' +
    'motif.',
  'lead.converted': 'Le prospect est maintenant client.',
  'lead.dead': 'Marquer comme perdu',
  'lead.first-name': 'Prénom',
  'lead.last-name': 'Nom',
  'lead.list': 'Liste',
  'lead.made': 'Le prospect est créé.',
  'lead.move': 'Marquer : {status}',
  'lead.moved': 'Nouvel état du prospect : {status}.',
  'lead.new': 'Nouveau prospect',
  'lead.none': 'Pas de prospects',
  'lead.none.hint':
    'Les prospects viennent du portail, de fichiers et d’appels. Une touche convertit un ' +
    'prospect qualifié.',
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
  'message.none.hint': 'Les messages WhatsApp reçus des clients et envoyés à eux apparaissent ici.',
  'message.number': 'Numéro',
  'message.queued': 'Le message est en file. Son état indique s’il a été remis.',
  'message.reply': 'Réponse à {to}',
  'message.rule.no-address': 'Aucun numéro de téléphone n’est enregistré pour cette personne.',
  'message.rule.opted-out': 'Cette personne a refusé WhatsApp.',
  'message.rule.other': 'Il serait retenu : {rule}',
  'message.rule.suppressed': 'Ce numéro est sur la liste d’exclusion : rien ne lui est envoyé.',
  'message.rule.window': 'Rien reçu depuis 24 heures : WhatsApp n’accepte qu’un modèle approuvé.',
  'message.rule.window-number':
    'Rien reçu depuis 24 heures : WhatsApp n’accepte qu’un modèle approuvé. Choisissez un ' +
    'client, un prospect ou un contact pour le remplir.',
  'message.send': 'Envoyer',
  'message.template': 'Modèle',
  'message.template.choose': 'Choisissez un modèle',
  'message.template.missing': 'Absent pour cette personne : {names}',
  'message.template.none':
    'Aucun modèle WhatsApp pour ce type de fiche. Un administrateur peut en créer un.',
  'message.to': 'À',
  'message.to.missing': 'Choisissez une personne ou saisissez un numéro.',
  'message.way': 'Contenu',
  'message.way.template': 'Modèle',
  'message.way.words': 'Texte libre',
  'message.words': 'Texte',
};
