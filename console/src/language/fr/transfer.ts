// French messages about transfers of units.

import type { transfer as english } from '../en/transfer.js';

export const transfer: Readonly<Record<keyof typeof english, string>> = {
  'import.new.transfers': 'Importer des transferts',
  'import.of.transfers': 'Transferts de titres',
  'import.transfers.approve':
    'Tous les transferts du fichier en attente sont dénoués : titres et espèces bougent ' +
    'aussitôt.',
  'import.transfers.approved': 'Les transferts ont été approuvés.',
  'import.transfers.cost-basis': 'Base de coût',
  'import.transfers.done': 'Transferts saisis. Une deuxième personne les approuve.',
  'import.transfers.group': 'Transfert',
  'import.transfers.hint':
    'Une ligne porte type, portfolioName, effectiveDate, securityName et quantity. Les ' +
    'lignes de même valeur dans transfer sont un seul transfert.',
  'import.transfers.pending': 'En attente',
  'import.transfers.refused':
    '{cells, plural, one {# cellule est fausse} other {# cellules sont fausses}}. Rien n’est ' +
    'importé avant leur correction.',
  'import.transfers.settled': 'Dénoués',
  'import.transfers.sum':
    '{rows, plural, one {# ligne} other {# lignes}} : {transfers, plural, one {# transfert ' +
    'peut être saisi} other {# transferts peuvent être saisis}}',
  'import.transfers.undo':
    'Les transferts en attente d’approbation sont annulés. Ceux qui sont approuvés ou ' +
    'refusés restent.',
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
