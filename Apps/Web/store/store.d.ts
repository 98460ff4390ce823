/**
 * The WebSocket of a bridge. `key` is a name of this page that cannot be guessed; `enter` is awaited before each connection, and `refusal` says why the
 * bridge has not let the browser in.
 * @param {string} address
 * @param {{ key: string, enter?: () => Promise<unknown>, refusal?: (wasIn: boolean) => string }} options
 * @returns {Transport}
 */
export function webSocket(address: string, { key, enter, refusal }: {
    key: string;
    enter?: (() => Promise<unknown>) | undefined;
    refusal?: ((wasIn: boolean) => string) | undefined;
}): Transport;
/**
 * The standard streams of a child process of Node.js, which is the app itself: `childProcess(spawn("my-app-stdio"))`.
 * @param {{ stdin: { write: (text: string) => any, end: () => any }, stdout: { setEncoding: (name: any) => any, on: (event: "data", body: (text: string) => void) => any }, on: (event: "close", body: (code: number | null) => void) => any }} process
 * @returns {Transport}
 */
export function childProcess(process: {
    stdin: {
        write: (text: string) => any;
        end: () => any;
    };
    stdout: {
        setEncoding: (name: any) => any;
        on: (event: "data", body: (text: string) => void) => any;
    };
    on: (event: "close", body: (code: number | null) => void) => any;
}): Transport;
/** @typedef {{ op: string, path: string, from?: string, value?: any }} Operation */
/**
 * The value that a patch makes of another one, which it does not change. Parts that no operation touches are shared with
 * the old value, so `===` tells what is the same. A patch that does not fit throws an `Error`.
 * @param {any} value
 * @param {Operation[]} operations
 */
export function applyPatch(value: any, operations: Operation[]): any;
/**
 * Whether two values of JSON are the same.
 * @param {any} one
 * @param {any} two
 * @returns {boolean}
 */
export function isEqual(one: any, two: any): boolean;
/** The instance of what belongs to the app as a whole, which is always open. */
export const WHOLE_APP: "app";
/**
 * The state of an app. The store connects at once, and reconnects with growing pauses; it keeps its states meanwhile, and then requests the newest ones.
 * `App` has the types of the screens by name.
 *
 * @template {Record<string, { params: any, state: any, event: any }>} [App=Record<string, { params: any, state: any, event: any }>]
 */
export class Store<App extends Record<string, {
    params: any;
    state: any;
    event: any;
}> = Record<string, {
    params: any;
    state: any;
    event: any;
}>> {
    /**
     * @param {Transport} transport
     * @param {Options} [options]
     */
    constructor(transport: Transport, options?: Options | undefined);
    /** @type {Map<string, Snapshot>} */ snapshots: Map<string, Snapshot>;
    /** Whether the app is there. */
    isOpen: boolean;
    /** Whether a developer looks on (`--inspect`). */
    inspects: boolean;
    isRemote: boolean;
    /** @type {string | undefined} */ mode: string | undefined;
    /** @type {string | undefined} the name of this start of the app */ run: string | undefined;
    /** @type {string | undefined} what the app calls this front */ front: string | undefined;
    heartbeat: number;
    /**
     * Resolves when the app has described itself.
     * @type {Promise<Description>}
     */
    described: Promise<Description>;
    transport: Transport;
    observer: Observer;
    words: {
        text: (english: string, ...values: any[]) => string;
    };
    memory: {
        get: (key: string) => any;
        set: (key: string, value: string | null) => void;
    };
    /**
     * How the connection is.
     * @type {Source<Connection>}
     */
    connection: Source<Connection>;
    /**
     * What has to be said above all else.
     * @type {Source<Notice | undefined>}
     */
    notice: Source<Notice | undefined>;
    /** Whether the app is being started. */
    starting: Source<boolean>;
    /**
     * What is open.
     * @type {Source<readonly Instance[]>}
     */
    instances: Source<readonly Instance[]>;
    /**
     * What the person did last, and may not have arrived.
     * @type {Source<readonly string[]>}
     */
    lost: Source<readonly string[]>;
    /**
     * What the app asks.
     * @type {Source<readonly Question[]>}
     */
    questions: Source<readonly Question[]>;
    /**
     * What waits for a person, oldest first.
     * @type {Source<readonly PersonWait[]>}
     */
    waitsFor: Source<readonly PersonWait[]>;
    /**
     * The language of the app.
     * @type {Source<string | undefined>}
     */
    language: Source<string | undefined>;
    /**
     * What the app is.
     * @type {Source<Description | undefined>}
     */
    description: Source<Description | undefined>;
    isReturning: boolean;
    /**
     * A screen with its parameters. It is opened when the first view follows it, unless it is open already, and stays open until `close`.
     * @template {keyof App & string} Name
     * @param {Name} name
     * @param {App[Name]["params"]} [params]
     * @returns {Screen<App[Name]["state"], App[Name]["event"]>}
     */
    screen<Name extends keyof App & string>(name: Name, params?: App[Name]["params"] | undefined): Screen<App[Name]["state"], App[Name]["event"]>;
    /**
     * A screen that is open, such as one that the app has opened.
     * @param {string} instance
     * @returns {Screen<any, any>}
     */
    instance(instance: string): Screen<any, any>;
    /**
     * Sends a request; the promise fails with a `Refusal`, or with an `Unsent` or `Unanswered` if there is no app.
     * @param {string} method
     * @param {any} [params]
     * @param {boolean} [isQuiet] whether the observer does not see its frames
     * @returns {Promise<any>}
     */
    request(method: string, params?: any, isQuiet?: boolean | undefined): Promise<any>;
    /**
     * Leaves a screen, as a person does: the app may ask first. The promise resolves to whether it was left; if not, it stays open until the app has an answer.
     * @param {string} instance
     * @returns {Promise<boolean>}
     */
    leave(instance: string): Promise<boolean>;
    /** @param {string} method @param {any} params */
    notify(method: string, params: any): void;
    /** Ends the connection for good. */
    close(): void;
    /** The person knows what may not have arrived. */
    forgetLost(): void;
    /**
     * The newest state of an instance. It is asked for once, however many wait for it.
     * @param {string} instance
     * @returns {Promise<Snapshot>}
     */
    get(instance: string): Promise<Snapshot>;
    /** Starts the app, with the screens that were open in the last one; it opens those that have an opener itself. */
    start(): Promise<void>;
    /**
     * Says something above all else.
     * @param {string} text
     * @param {boolean} [canStart]
     */
    say(text: string, canStart?: boolean | undefined): void;
    /** The person goes on: what was said of an address, or of a screen, is old. What is wrong with the connection stays. */
    forgetNotice(): void;
    /** @param {string} question */
    question(question: string): Question | undefined;
    /**
     * Answers a question: `{ answer }`, `{ cancelled: true }`, or `{ cannot: REASON }`. What the app does not take can be answered again.
     * @param {string} question
     * @param {{ answer?: any, cancelled?: true, cannot?: string }} outcome
     */
    answer(question: string, outcome: {
        answer?: any;
        cancelled?: true;
        cannot?: string;
    }): Promise<void>;
    /**
     * Gives a file in answer to a question, and answers what the app knows it by. The bytes go to the bridge by a POST, and so into no address and no message.
     * @param {string} question
     * @param {{ size: number }} file
     * @returns {Promise<string>}
     */
    give(question: string, file: {
        size: number;
    }): Promise<string>;
    /**
     * The address, good for one GET, of a file that a question offers.
     * @param {string} question
     * @returns {Promise<string>}
     */
    save(question: string): Promise<string>;
    /**
     * What was entered in a form before the page was loaded again. It is given once.
     * @param {string} instance
     * @param {string} form
     * @returns {Record<string, any>}
     */
    draft(instance: string, form: string): Record<string, any>;
    /**
     * Keeps what is in a form, apart from secrets; `null` once it was sent.
     * @param {string} instance
     * @param {string} form
     * @param {Record<string, any> | null} values
     */
    keepDraft(instance: string, form: string, values: Record<string, any> | null): void;
    #private;
}
/**
 * A screen of a store, which views observe.
 * @template State
 * @template Event
 */
export class Screen<State, Event> {
    /** @param {Store<any>} store @param {{ screen?: string, params?: any, instance?: string }} place */
    constructor(store: Store<any>, place: {
        screen?: string;
        params?: any;
        instance?: string;
    });
    getSnapshot: () => ScreenSnapshot<State>;
    /** @param {() => void} listener */
    subscribe: (listener: () => void) => () => void;
    /**
     * The part of the state that a function chooses; equal parts are the same value.
     * @template Part
     * @param {(state: State | undefined) => Part} choose
     * @returns {Readable<Part>}
     */
    select<Part>(choose: (state: State | undefined) => Part): Readable<Part>;
    /** Opens the screen again, after it was closed or could not be opened. */
    open(): Promise<void>;
    /**
     * Sends an event. The promise fails with a `Refusal` that has the app's reason.
     * @param {Event} event
     * @returns {Promise<any>}
     */
    send(event: Event): Promise<any>;
    /**
     * Leaves the screen, as a person does: the app may ask first. The promise resolves to whether it was left.
     * @returns {Promise<boolean>}
     */
    leave(): Promise<boolean>;
    /** Closes the screen, and asks nothing. */
    close(): Promise<void>;
    /**
     * A state has come.
     * @param {Snapshot} snapshot
     */
    receive(snapshot: Snapshot): void;
    /**
     * A screen was closed.
     * @param {string} instance
     */
    drop(instance: string): void;
    /**
     * The store has a connection again, or another start of the app.
     * @param {readonly Instance[]} instances
     * @param {boolean} isOther
     */
    follow(instances: readonly Instance[], isOther: boolean): void;
    #private;
}
/** There is no connection, or no app: nothing was sent. */
export class Unsent extends Error {
}
/** The connection was cut, or the app has ended, before an answer came. */
export class Unanswered extends Error {
}
/** A reply's error. Its message is the app's own reason where it has one, else what the protocol says. */
export class Refusal extends Error {
    /** @param {{ code: number, message: string, data?: any }} error */
    constructor({ code, message, data }: {
        code: number;
        message: string;
        data?: any;
    });
    code: number;
    /** @type {string | undefined} */ pointer: string | undefined;
    /** @type {string | undefined} */ hint: string | undefined;
    isAboutInput: boolean;
}
export type Operation = {
    op: string;
    path: string;
    from?: string;
    value?: any;
};
/**
 * A value that views observe. `getSnapshot` returns the same object until the value changes, as React's `useSyncExternalStore` requires; `subscribe` returns
 * a function that unsubscribes. Both are bound.
 */
export type Readable<T> = {
    getSnapshot: () => T;
    subscribe: (listener: () => void) => () => void;
};
export type Message = {
    id?: any;
    method?: string;
    params?: any;
    result?: any;
    error?: any;
    jsonrpc?: "2.0";
};
/**
 * A state of an instance. `hidden` names what of it is hidden, and has a placeholder: `["amount", "rows/note"]`.
 */
export type Snapshot = {
    instance: string;
    rev: number;
    state: any;
    hidden: readonly string[];
};
/**
 * An open screen. `opener` is the instance that opened it. `isWhole` says that `params` are complete.
 */
export type Instance = {
    instance: string;
    screen: string;
    params?: Record<string, any> | undefined;
    opener?: string | undefined;
    link?: string | undefined;
    isWhole?: boolean | undefined;
    origin?: {
        screen: string;
        params?: Record<string, any> | undefined;
        link?: string | undefined;
    } | undefined;
};
/**
 * The state of the connection, and a text for people. `off`: there is no app; `hung`: the app does not answer.
 */
export type Connection = {
    state: "connecting" | "on" | "hung" | "off";
    text: string;
};
export type Notice = {
    text: string;
    canStart: boolean;
};
/**
 * A question of the app. It stays in the list until `question/ended`. `refusal` is why the app refused the last answer. `waits` is false for a notice
 * without an action, which the view answers with `{ answer: "shown" }` when it shows it.
 */
export type Question = {
    question: string;
    name: string;
    instance?: string | null | undefined;
    input: any;
    waits: boolean;
    isAnswered: boolean;
    refusal: string | undefined;
    /**
     * the front that has led to it, if that is another one, such as `assistant-2`
     */
    by: string | undefined;
};
/**
 * What waits for a person: `waiting` goes on after what they do at `instance`, which stands in front of all else, by `reason`: `signIn` or `presented`.
 */
export type PersonWait = {
    reason: string;
    instance: string;
    waiting: readonly string[];
    since: string;
};
/**
 * The app's description of itself: its screens by name, its layout, its title, and the document that its schemas refer to.
 */
export type Description = {
    screens: Map<string, any>;
    app?: any;
    layout?: any;
    linkSchemes?: string[] | undefined;
    title?: any;
    document: any;
};
/**
 * Connects a store to an app. `isBridged`: the other end is a bridge, which sends `initialize` and starts the app. `closed` with a reason ends the
 * connection; without a reason the store reconnects.
 */
export type Receiver = {
    received: (message: Message) => void;
    closed: (reason?: string) => void;
};
/**
 * Connects a store to an app. `isBridged`: the other end is a bridge, which sends `initialize` and starts the app. `closed` with a reason ends the
 * connection; without a reason the store reconnects.
 */
export type Wire = {
    isOpen: boolean;
    send: (text: string) => void;
    close: () => void;
};
/**
 * Connects a store to an app. `isBridged`: the other end is a bridge, which sends `initialize` and starts the app. `closed` with a reason ends the
 * connection; without a reason the store reconnects.
 */
export type Transport = {
    isBridged: boolean;
    connect: (receiver: Receiver) => Wire | Promise<Wire>;
};
/**
 * Callbacks for user interfaces that follow single messages, such as to move the focus. Views do not need them.
 */
export type Observer = {
    frame?: ((direction: "sent" | "received", message: Message, request?: Request) => void) | undefined;
    begin?: (() => void) | undefined;
    described?: ((description: Description, isNew: boolean) => void) | undefined;
    list?: ((instances: readonly Instance[]) => void) | undefined;
    replace?: ((instances: readonly Instance[]) => void) | undefined;
    opened?: ((params: any) => void) | undefined;
    update?: ((snapshot: Snapshot) => void) | undefined;
    closed?: ((params: any) => void) | undefined;
    tabSelected?: ((params: any) => void) | undefined;
    acted?: ((deed: {
        by: string;
        event: string;
        instance: string;
        label: string;
    }) => void) | undefined;
    signedOut?: (() => void) | undefined;
    asked?: ((question: Question) => void) | undefined;
    refused?: ((question: Question) => void) | undefined;
    ended?: ((question: Question, outcome: string | undefined) => void) | undefined;
    saved?: ((file: any) => void) | undefined;
    given?: ((file: {
        question: string;
        count: number;
    }) => void) | undefined;
    coreEnded?: (() => void) | undefined;
    fill?: (() => unknown) | undefined;
    describe?: ((method: string, params: any) => string) | undefined;
    speak?: ((language: string, locale?: string) => void) | undefined;
};
/**
 * The options of a store: callbacks, the translation of its sentences, and values that outlive it (`sessionStorage` of a page).
 */
export type Options = {
    observer?: Observer | undefined;
    words?: {
        text: (english: string, ...values: any[]) => string;
    } | undefined;
    memory?: {
        get: (key: string) => string | null;
        set: (key: string, value: string | null) => void;
    } | undefined;
};
export type Request = {
    method: string;
    params: any;
    resolve: (result: any) => void;
    reject: (error: Error) => void;
    isQuiet: boolean;
    limit: any;
    wasOpen: boolean;
};
/**
 * A screen as a view sees it. `state` is `undefined` until the screen is open; `error` is why it could not be opened.
 */
export type ScreenSnapshot<State> = {
    instance: string | undefined;
    rev: number;
    state: State | undefined;
    hidden: readonly string[];
    isOpen: boolean;
    error: Error | undefined;
};
/**
 * The globals that the store uses. Browsers and Node.js have them.
 */
export type Host = {
    setTimeout: (body: () => void, milliseconds: number) => any;
    clearTimeout: (timer: any) => void;
    structuredClone: <T>(value: T) => T;
    WebSocket: new (address: string, protocols: string[]) => any;
    fetch: (address: string, request: any) => Promise<any>;
    AbortController: new () => {
        abort: () => void;
        signal: any;
    };
};
/**
 * A value that views observe.
 * @template T
 */
declare class Source<T> {
    /** @param {T} value */
    constructor(value: T);
    getSnapshot: () => T;
    /** @param {() => void} listener */
    subscribe: (listener: () => void) => () => void;
    /** @param {T} value */
    set(value: T): void;
    #private;
}
export {};
