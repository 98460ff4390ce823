"""Reads the index that the compiler makes in a debug build, by the toolchain's libIndexStore."""
import ctypes, json, os, subprocess, sys

target = json.loads(subprocess.run(["swift", "-print-target-info"], capture_output=True, check=True).stdout)
resources = target["paths"]["runtimeResourcePath"]
library = ctypes.CDLL(os.path.join(resources, "..", "libIndexStore.so"))


class Text(ctypes.Structure):
    _fields_ = [("data", ctypes.POINTER(ctypes.c_char)), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode()


P = ctypes.c_void_p
Each = ctypes.CFUNCTYPE(ctypes.c_bool, P, P)
EachText = ctypes.CFUNCTYPE(ctypes.c_bool, P, Text)


def call(name, result, *types):
    function = getattr(library, "indexstore_" + name)
    function.restype, function.argtypes = result, types
    return function


open_unit = call("unit_reader_create", P, P, ctypes.c_char_p, P)
main_file = call("unit_reader_get_main_file", Text, P)
module_name = call("unit_reader_get_module_name", Text, P)
each_dependency = call("unit_reader_dependencies_apply_f", ctypes.c_bool, P, P, Each)
dependency_kind = call("unit_dependency_get_kind", ctypes.c_int, P)
dependency_name = call("unit_dependency_get_name", Text, P)
dependency_path = call("unit_dependency_get_filepath", Text, P)
open_record = call("record_reader_create", P, P, ctypes.c_char_p, P)
each_occurrence = call("record_reader_occurrences_apply_f", ctypes.c_bool, P, P, Each)
symbol = call("occurrence_get_symbol", P, P)
roles = call("occurrence_get_roles", ctypes.c_uint64, P)
symbol_name = call("symbol_get_usr", Text, P)
symbol_kind = call("symbol_get_kind", ctypes.c_int, P)
plain_name = call("symbol_get_name", Text, P)
each_relation = call("occurrence_relations_apply_f", ctypes.c_bool, P, P, Each)
relation_roles = call("symbol_relation_get_roles", ctypes.c_uint64, P)
related = call("symbol_relation_get_symbol", P, P)
RECORD, DEFINITION, REFERENCE, BASE, OVERRIDE, PROTOCOL = 2, 1 << 1, 1 << 2, 1 << 10, 1 << 11, 8


class Index:
    """An index, and the record of each file of this repository that is still there, by module."""

    def __init__(self, path):
        self.store = call("store_create", P, ctypes.c_char_p, P)(path.encode(), None)
        if not self.store:
            sys.exit(f"There is no index at {path}; build first.")
        units, self.records = [], {}
        call("store_units_apply_f", ctypes.c_bool, P, ctypes.c_uint, P, EachText)(
            self.store, 0, None, EachText(lambda _, name: units.append(str(name)) or True))
        for unit in units:
            reader = open_unit(self.store, unit.encode(), None)
            module, path = (str(module_name(reader)), str(main_file(reader))) if reader else ("", "")
            if not path.startswith(os.path.join(os.getcwd(), "")) or not os.path.exists(path):
                continue

            def visit(_, dependency):
                if dependency_kind(dependency) == RECORD and str(dependency_path(dependency)) == path:
                    self.records.setdefault(module, {})[path] = str(dependency_name(dependency))
                return True

            each_dependency(reader, None, Each(visit))

    def visit(self, record, body):
        """Calls a function with the name, the symbol, the roles and the occurrence of each symbol in a record."""
        def occur(_, occurrence):
            what = symbol(occurrence)
            body(str(symbol_name(what)), what, roles(occurrence), occurrence)
            return True

        each_occurrence(open_record(self.store, record.encode(), None), None, Each(occur))


def relations(occurrence, role):
    """The names of the symbols to which an occurrence has a relation of a kind."""
    found = set()

    def visit(_, relation):
        if relation_roles(relation) & role:
            found.add(str(symbol_name(related(relation))))
        return True

    each_relation(occurrence, None, Each(visit))
    return found
