-- Drives tributary-stdio by Neovim's own LSP client, as it comes:
-- PROGRAM=tributary-stdio nvim --clean --headless -S neovim.lua
local program = vim.env.PROGRAM
local updates = {}

local function check(condition, message)
  if not condition then error(message, 2) end
  return condition
end

local function drive()
  local id = (vim.lsp.start_client or vim.lsp.start)({
    name = "tributary",
    cmd = { program, "--framing", "headers" },
    handlers = { ["screen/update"] = function(_, params) table.insert(updates, params) end },
    on_error = function(code, message) error(("%s: %s"):format(code, vim.inspect(message))) end,
  })
  local client = check(vim.lsp.get_client_by_id(check(id, "the client did not start")), "there is no client")
  check(vim.wait(10000, function() return client.initialized end, 5), "initialize was not answered")
  check(vim.tbl_contains(client.server_capabilities.screens, "counter"), "the screens are not among the capabilities")

  local function ask(method, params)
    local reply, failure = client.request_sync(method, params, 10000, 0)
    check(reply, failure)
    check(not reply.err, vim.inspect(reply.err))
    return reply.result
  end

  local instance = ask("screen/open", { screen = "terms" }).instance
  local rev = ask("screen/send", { instance = instance, event = { type = "nameChanged", text = "Zoë 🧙" } }).rev
  check(vim.wait(10000, function() return #updates > 0 end, 5), "no update came")
  check(updates[1].rev == rev and updates[1].state.name == "Zoë 🧙", vim.inspect(updates))
  ask("screen/close", { instance = instance })
  ask("sync", vim.empty_dict())
  -- Sends `shutdown` and `exit`.
  client.stop()
  check(vim.wait(10000, client.is_stopped, 5), "the core did not end")
end

local works, failure = pcall(drive)
io.stderr:write(works and "works\n" or tostring(failure) .. "\n")
vim.cmd(works and "qall!" or "cquit 1")
