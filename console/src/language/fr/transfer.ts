// French messages: transfers of units.

import type { transfer as english } from '../en/transfer.js';

export const transfer: Readonly<Record<keyof typeof english, string>> = {
  'place.transfers': 'Transferts de titres',
  'transfer.acquired': 'Acheté le',
  'transfer.cancel': 'Annuler le transfert',
  'transfer.cancelled': 'Le transfert a été annulé.',
  'transfer.chn': 'Numéro de chambre de compensation',
  'transfer.enter': 'Saisir le transfert',
  'transfer.entered': 'Transfert saisi. Une deuxième personne approuve.',
  'transfer.good': 'Le transfert peut être saisi.',
  'transfer.holder': 'Titulaire',
  'transfer.new': 'Nouveau transfert',
  'transfer.none': 'Aucun transfert',
  'transfer.none.hint': 'Les titres qui entrent, sortent ou passent en perte sans négociation.',
  'transfer.party.account': 'Compte là-bas',
  'transfer.party.chn': 'Numéro de chambre de compensation',
  'transfer.party.holder': 'Nom du titulaire',
  'transfer.party.memberCode': 'Code de l’autre société',
  'transfer.reference': 'Référence du dépositaire central',
  'transfer.row.add': 'Ajouter une ligne',
  'transfer.row.remove': 'Supprimer la ligne {line}',
  'transfer.rows.hint': 'Une ligne par achat. Sans coût, le coût des titres est inconnu.',
};
