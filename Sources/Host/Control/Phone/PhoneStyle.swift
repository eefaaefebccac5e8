extension Phone {
    /// The look of the page, in the dashboard's colours.
    ///
    /// Without what browsers of old phones lack: variables, grids, `light-dark()`.
    static let css = """
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body { max-width: 40rem; margin: 0 auto; padding: 1rem; background: #ffffff; color: #1a1f26;
          font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
          overflow-wrap: anywhere; word-wrap: break-word; }
        h1 { margin: 0 0 .5rem; font-size: 1.4rem; line-height: 1.25; color: #106b2f; }
        h2 { margin: 2rem 0 .25rem; padding-bottom: .25rem; border-bottom: 1px solid #d5dae1;
          font-size: 1.15rem; }
        h3 { margin: 1.25rem 0 .25rem; font-size: 1rem; }
        p { margin: .5rem 0; }
        dl { margin: 0; }
        dt { margin-top: .6rem; color: #55606e; font-size: .9rem; }
        dd { margin: .2rem 0 0; }
        code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .9em; }
        .copied { display: block; padding: .5rem .6rem; border: 1px solid #d5dae1;
          border-radius: .4rem; background: #f5f7fa; -webkit-user-select: all; user-select: all; }
        .hint { color: #55606e; }
        .hint:before { content: "\\2013  "; }
        .note { padding: .6rem .75rem; border-radius: .4rem; background: #fff2d9; color: #7a4d00; }
        details { margin: .5rem 0; border: 1px solid #d5dae1; border-radius: .4rem;
          padding: 0 .75rem; }
        details[open] { padding-bottom: .5rem; }
        summary { margin: 0 -.75rem; padding: .6rem .75rem; font-weight: 600; cursor: pointer; }
        pre { margin: .5rem 0; padding: .5rem .6rem; border-radius: .4rem; background: #f5f7fa;
          white-space: pre-wrap; font-size: .85rem; line-height: 1.4; -webkit-user-select: all; user-select: all; }
        ol { margin: .5rem 0; padding-left: 1.5rem; }
        a { color: #0b57d0; }
        .proof { display: block; max-width: 100%; min-height: 2.75rem; font-weight: 600; color: #7a4d00; }
        .fingerprint { word-break: break-all; }
        :focus { outline: 2px solid #0b57d0; outline-offset: 1px; }

        @media (prefers-color-scheme: dark) {
          body { background: #0e1116; color: #e4e8ee; }
          h1 { color: #63d08a; }
          h2, details, .copied { border-color: #30363f; }
          dt, .hint { color: #9aa5b4; }
          .copied, pre { background: #171b22; }
          .note { background: #382a10; color: #f0b95b; }
          .proof { color: #f0b95b; }
          a { color: #79b0ff; }
          :focus { outline-color: #79b0ff; }
        }

        """
}
