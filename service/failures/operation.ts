/** The operations of the engine as the subject of a failure's sentence. */

/** What failed. `request` is anything that was asked over the API and answered at once; `work` names nothing. */
export type Operation = 'import' | 'update' | 'export' | 'inspection' | 'restore' | 'push' | 'request' | 'work';

export interface Words {
  readonly operation: Operation;
  /** Begins a sentence: "The import". */
  readonly the: string;
  /** Within one: "the import". */
  readonly name: string;
  /** What to do now: "start the import again". */
  readonly again: string;
  /** The same as the beginning of a sentence. */
  readonly Again: string;
  /** How an end begins that nobody can explain. */
  readonly stopped: string;
  /** What is left of the work; begins with a space, or is empty. */
  readonly kept: string;
}

/** Words for each operation, without those that follow from them. */
export type OperationWords = Readonly<Record<Operation, Omit<Words, 'Again' | 'operation'>>>;

export const WORDS: OperationWords = {
  import: {
    the: 'The import',
    name: 'the import',
    again: 'start the import again',
    stopped: 'The import stopped for a reason that is not its source’s',
    kept: '',
  },
  update: {
    the: 'The update',
    name: 'the update',
    again: 'bring the repository up to date again',
    stopped: 'The update stopped for a reason that is not its source’s',
    kept: '',
  },
  export: {
    the: 'The export',
    name: 'the export',
    again: 'retry the export',
    stopped: 'The export stopped unexpectedly',
    kept: ' Nothing of this one was kept.',
  },
  inspection: {
    the: 'Opening the archive',
    name: 'opening the archive',
    again: 'open the archive again',
    stopped: 'Opening the archive stopped unexpectedly',
    kept: ' Nothing of this was kept.',
  },
  restore: {
    the: 'The restore',
    name: 'the restore',
    again: 'start the restore again',
    stopped: 'The restore stopped unexpectedly',
    kept: ' Nothing of this was kept.',
  },
  push: {
    the: 'The push',
    name: 'the push',
    again: 'push again',
    stopped: 'The push stopped unexpectedly',
    kept: '',
  },
  request: {
    the: 'The request',
    name: 'the request',
    again: 'try again',
    stopped: 'The request stopped unexpectedly',
    kept: '',
  },
  work: { the: 'The work', name: 'the work', again: 'try again', stopped: 'The work stopped unexpectedly', kept: '' },
};

/** How sentences speak of an operation. */
export function wordsOf(operation: Operation, of: OperationWords): Words {
  const words = of[operation];
  return { ...words, operation, Again: words.again.charAt(0).toUpperCase() + words.again.slice(1) };
}
